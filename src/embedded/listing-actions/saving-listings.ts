/** Saving listings: POST /v1/listings and POST /v1/listings/validate. */
import { ErrorType } from '../../contract/codes.ts';
import type { CreateOrUpdateResult, ValidateResult } from '../../contract/listings.ts';
import { badRequest } from '../core/refusal.ts';
import type { JsonObject } from '../core/request-body.ts';
import { getEditableListing } from '../listings/listing-access.ts';
import { createListing, findTestListingProblem, replaceListing } from '../listings/listing-store.ts';
import type { Handler, UserCaller, Service } from '../service/service.ts';
import { type ValidationSubject, validateListing as validate } from './listing-validation.ts';

const isWhole = (value: unknown): value is number => Number.isInteger(value);

/**
 * Finds the listing that a body means to change; none for a new one.
 *
 * Assumption: R6: no PKID, null or 0 creates, any other changes.
 *
 * @throws Refusal 400, 403 or 404
 */
const findSubject = (service: Service, caller: UserCaller, { PKID = null }: JsonObject): ValidationSubject => {
  if (PKID === null || PKID === 0) return { ownerId: caller.userId, current: undefined };
  if (typeof PKID !== 'bigint' && !isWhole(PKID)) throw badRequest("Body field 'PKID' must be a whole number (int64).");
  const current = getEditableListing(service, caller.userId, PKID);
  return { ownerId: current.ownerId, current };
};

const wrongFields = (results: readonly ValidateResult[]): string =>
  results
    .filter((result) => result.ErrorType !== ErrorType.OK)
    .map(({ Error: problem }) => problem)
    .join(' ');

/**
 * POST /v1/listings: creates a listing or, with a PKID, replaces everything a caller may set of one. A wrong field and a
 * reached test listing limit are HTTP 200 with `Success` false; nothing is saved then.
 */
export const saveListing: Handler<'saveListing'> = ({ body, caller }, service) =>
  service.database.transaction((): CreateOrUpdateResult => {
    const subject = findSubject(service, caller, body);
    const { current } = subject;
    const { results, draft } = validate(service, subject, body);
    // Assumption: R35: the entries of ValidateResults.
    const response = { ValidationResults: results };
    const refuse = (problem: string) => ({ ...response, Success: false, PKID: current?.id ?? null, Error: problem });
    const accept = (id: number) => ({ ...response, Success: true, PKID: id, Error: null });
    if (draft === null) return refuse(wrongFields(results));
    if (current !== undefined) {
      replaceListing(service, current, draft);
      return accept(current.id);
    }
    const problem = caller.isTestMode ? findTestListingProblem(service, caller.userId) : null;
    if (problem !== null) return refuse(problem);
    return accept(createListing(service, { ownerId: caller.userId, isTest: caller.isTestMode }, draft));
  });

/** POST /v1/listings/validate: the check that saving makes, without saving. */
export const validateListing: Handler<'validateListing'> = ({ body, caller }, service) => {
  const { results, draft } = validate(service, findSubject(service, caller, body), body);
  return { CanProceed: draft !== null, Results: [...results] };
};
