/** Where the processor time of a profile went. */
import type { CpuProfile } from '../targets/probe.ts';

/** Time in a place itself, without what it called. */
export interface SelfTime {
  readonly place: string;
  readonly ms: number;
  /** Of the time in which the process was busy. */
  readonly share: number;
}

type CallFrame = CpuProfile['nodes'][number]['callFrame'];

/** Path of a file for display: from the root of the project, or within its package. */
const fileOf = (url: string): string =>
  url.replace(/^.*\/node_modules\//, '').replace(/^file:\/\/.*?\/(?=(?:src|dist-bench)\/)/, '');

/** A function with its file and line, counted from 1. */
export const functionOf = ({ functionName, url, lineNumber }: CallFrame): string => {
  const name = functionName === '' ? '(anonymous)' : functionName;
  return url === '' ? name : `${name}  ${fileOf(url)}:${lineNumber + 1}`;
};

/** The part of the program that a function belongs to: a module of the gateway, a package, or a part of Node. */
export const partOf = ({ functionName, url }: CallFrame): string => {
  if (url === '') return functionName.startsWith('(') ? functionName : 'V8 and natives';
  const [node] = /^node:(?:internal\/)?[^/]+/.exec(url) ?? [];
  if (node !== undefined) return node;
  const [, name] = /\/node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(url) ?? [];
  if (name !== undefined) return name;
  const [folder = ''] = /^(?:src|dist-bench)\/[^/]+(?:\/[^/]+(?=\/))?/.exec(fileOf(url)) ?? [];
  return folder === '' ? fileOf(url) : folder;
};

const isIdle = ({ functionName }: CallFrame): boolean => functionName === '(idle)' || functionName === '(root)';

/** Adds the time of samples up by place; the longest first. Time without work does not count. */
export const selfTimes = (profile: CpuProfile, placeOf: (frame: CallFrame) => string): SelfTime[] => {
  const frames = new Map(profile.nodes.map(({ id, callFrame }) => [id, callFrame]));
  const times = new Map<string, number>();
  let total = 0;
  for (const [index, id] of (profile.samples ?? []).entries()) {
    const frame = frames.get(id);
    if (frame === undefined || isIdle(frame)) continue;
    const ms = (profile.timeDeltas?.[index] ?? 0) / 1000;
    const place = placeOf(frame);
    times.set(place, (times.get(place) ?? 0) + ms);
    total += ms;
  }
  return [...times]
    .map(([place, ms]) => ({ place, ms, share: total === 0 ? 0 : ms / total }))
    .sort((one, other) => other.ms - one.ms);
};
