/** Probes one endpoint that responds with JSON. */
import { endpoints, operationOf } from '../../../contract/endpoints.ts';
import { examineBodies } from '../findings/examine.ts';
import { type Finding, Findings, findingOf, type Outcome } from '../findings/finding.ts';
import { type EndpointReport, reportOn, reportSkipped } from '../report.ts';
import { type Attempt, attempt, rawBody, failuresText, isRefusal } from './attempt.ts';
import type { Callers, ProbeCaller, RunCall } from './callers.ts';
import type { Found } from './found.ts';
import { examinePages, pageIn } from './paged-list.ts';
import { type PlannedCall, type PlannedName, plans } from './plan.ts';

const NO_TOKEN = 'there is no token';

/**
 * Assumption: R41. Endpoints of the access classes `public` and `application` take the token of an application, all others that of
 * a user only. Where a listing is refused to an application, callers without a token have to sign in.
 */
const accessFinding = (name: PlannedName, attempts: readonly Attempt<unknown>[]): readonly Finding[] => {
  const { access } = endpoints[name];
  const isTaken = attempts.some(({ ok }) => ok);
  const isRefused = attempts.every((each) => !each.ok && isRefusal(each.failure));
  if (!isTaken && !isRefused) return [];
  const otherwise: Outcome = access === 'public' ? 'open' : 'covered';
  const isAssumed = isTaken === (access !== 'user');
  const taken = `takes an application's token${isAssumed ? '' : ', but is asked for users alone'}`;
  const text = isTaken ? taken : "refuses an application's token";
  return [findingOf('R41', isAssumed ? 'holds' : otherwise, text)];
};

/** Outcome of the calls that bodies led to: further bodies, and what pages show beside those before them. */
const followOn = async (
  name: PlannedName,
  planned: readonly PlannedCall[],
  attempts: readonly Attempt<unknown>[],
  tryCalls: (calls: readonly PlannedCall[]) => Promise<readonly Attempt<unknown>[]>,
): Promise<{ readonly bodies: readonly unknown[]; readonly findings: readonly Finding[] }> => {
  const findings = new Findings();
  const follow = async (each: Attempt<unknown>, at: number): Promise<readonly unknown[]> => {
    const next = each.ok ? planned[at]?.next?.(each.result) : null;
    const page = each.ok ? pageIn(name, each.result) : null;
    if (next == null || page === null) return [];
    const [tried] = await tryCalls([next]);
    if (tried === undefined) return [];
    examinePages(page, tried.ok ? { ok: true, result: pageIn(name, tried.result) } : tried, findings);
    return tried.ok ? [tried.result] : [];
  };
  const bodies = await Promise.all(attempts.map(follow));
  return { bodies: bodies.flat(), findings: findings.list() };
};

/** Calls an endpoint as planned, and compares its responses with the specification and the rulings. */
export const probeEndpoint = async (
  name: PlannedName,
  found: Found,
  callers: Callers,
  run: RunCall,
): Promise<EndpointReport> => {
  const operation = operationOf(name);
  const planned = plans[name].calls(found);
  if (callers.application === null && callers.user === null) return reportSkipped(operation, NO_TOKEN);
  if (typeof planned === 'string') return reportSkipped(operation, planned);

  const tryAs = ({ call }: ProbeCaller, calls: readonly PlannedCall[]): Promise<readonly Attempt<unknown>[]> =>
    Promise.all(calls.map(({ send }) => attempt(() => run(async () => rawBody(await send(call))))));

  const isPublic = endpoints[name].access === 'public';
  const asApplication =
    callers.application === null
      ? null
      : // Of a user's endpoint one call is enough, unless there is no user to make the others.
        await tryAs(callers.application, isPublic || callers.user === null ? planned : planned.slice(0, 1));
  const access = asApplication === null ? [] : accessFinding(name, asApplication);
  const isEnough =
    asApplication !== null && (callers.user === null || (isPublic && asApplication.some(({ ok }) => ok)));
  const attempts = isEnough || callers.user === null ? (asApplication ?? []) : await tryAs(callers.user, planned);

  if (!isPublic && callers.user === null && attempts.every((each) => !each.ok && isRefusal(each.failure))) {
    return reportSkipped(operation, "needs a user's token: give --username", access);
  }
  const bodies = await Promise.all(
    attempts.map(async (each, at) => {
      if (!each.ok) return [];
      await planned[at]?.learn?.(each.result);
      return [each.result];
    }),
  );
  const caller = isEnough ? callers.application : (callers.user ?? callers.application);
  const further = await followOn(name, planned, attempts, async (calls) =>
    caller === null ? [] : tryAs(caller, calls),
  );
  const findings = examineBodies(name, [...bodies.flat(), ...further.bodies]);
  return reportOn(operation, [...access, ...findings, ...further.findings], failuresText(attempts));
};
