/** Location of the declared type in a body (ruling R7). */
import type { FieldType } from '../../../contract/structure.ts';
import {
  type ReportWrapper,
  UnreadableBodyError,
  unwrapList,
  unwrapStructure,
  type Wrapper,
} from '../../../upstream/decoding/unwrap.ts';
import { showName } from './finding.ts';

/** The content of a body, and how it is wrapped. */
export interface BodyContent<Content> {
  readonly content: Content;
  /** In words, e.g. `in the field data`; null when the body is the content itself. */
  readonly wrapping: string | null;
  /** True when a list stands where a page of a list is meant. */
  readonly isBareList: boolean;
}

/** Finds the content of a body by a reader; null when there is none. */
export const findBy = <Content>(read: (reportWrapper: ReportWrapper) => Content): BodyContent<Content> | null => {
  const wrappers: Wrapper[] = [];
  try {
    const content = read((wrapper) => wrappers.unshift(wrapper));
    const wrapping = wrappers.length === 0 ? null : wrappers.map(wrapperText).join(', ');
    return { content, wrapping, isBareList: wrappers.some(({ kind }) => kind === 'bare list') };
  } catch (error) {
    if (error instanceof UnreadableBodyError) return null;
    throw error;
  }
};

/** Finds the content of a body by its type; null when there is none. */
export const findContent = (type: FieldType, body: unknown): BodyContent<unknown> | null =>
  findBy((reportWrapper) => {
    if (type.kind === 'structure') return unwrapStructure(type, body, reportWrapper);
    return type.kind === 'list' ? unwrapList(body, type.kind, reportWrapper) : body;
  });

const wrapperText = (wrapper: Wrapper): string => {
  if (wrapper.kind === 'field') return `in the field ${showName(wrapper.field)}`;
  return wrapper.kind === 'array' ? 'in an array of one element' : 'a bare list';
};
