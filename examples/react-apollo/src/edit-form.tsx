import { type ReactNode, useEffect, useRef, useState } from 'react';
import { type EditListingQuery, SaveListingDocument } from './generated/graphql.ts';
import { changedValues, inputOf, kindOf, type Values, valuesOf } from './listing-changes.ts';
import { Problem } from './problem.tsx';
import { listingHref } from './route.ts';
import { useWrite } from './use-write.ts';

type Definition = NonNullable<EditListingQuery['listingDefinition']>;

interface Option {
  readonly id: string;
  readonly label: string;
}

interface EditFormProps {
  readonly id: string;
  readonly definition: Definition;
  readonly lookups: EditListingQuery['lookups'];
  /** What somebody had written before the listing was read again. */
  readonly draft: Values;
  /** Called with what is written when the listing has been changed meanwhile, and is to be read again. */
  readonly onOutdated: (written: Values) => void;
}

const conditions = [
  { id: 'NEW', label: 'New' },
  { id: 'USED', label: 'Used' },
  { id: 'NOT_APPLICABLE', label: 'Not applicable' },
  { id: 'ANY', label: 'Any' },
];

const priceLabels = [
  { id: 'NO_LABEL', label: 'In all' },
  { id: 'PER_DAY', label: 'Per day' },
  { id: 'PER_WEEK', label: 'Per week' },
  { id: 'PER_MONTH', label: 'Per month' },
];

/**
 * What a list has to choose from, and what is stored where the list lacks it or could not be read: a form takes nothing away that
 * nobody changed.
 */
const withStored = (options: readonly Option[], stored = ''): readonly Option[] =>
  stored === '' || options.some(({ id }) => id === stored) ? options : [{ id: stored, label: 'As it is' }, ...options];

const readForm = (form: HTMLFormElement): Values =>
  Object.fromEntries(
    [...new FormData(form)].flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])),
  );

/** A listing as its owner edits it: inputs for texts and numbers, and a list to choose from for everything that is a lookup. */
export const EditForm = ({ id, definition, lookups, draft, onOutdated }: EditFormProps) => {
  const stored = valuesOf(definition);
  const values: Values = { ...stored, ...draft };
  const kind = kindOf(definition);
  const [make, setMake] = useState(values['makeId']);
  const { start, retry, data, error, isSending } = useWrite(SaveListingDocument, {
    onCompleted: ({ updateListing }) => {
      if (updateListing?.listing) window.location.hash = listingHref(id);
    },
  });
  const userErrors = data?.updateListing?.userErrors ?? [];
  const isOutdated = userErrors.some(({ code }) => code === 'CHANGED_MEANWHILE');
  const problemOf = (name: string) => userErrors.find(({ field }) => field?.at(-1) === name)?.message;
  const others = userErrors.filter(({ field }) => !((field?.at(-1) ?? '') in values));

  const formRef = useRef<HTMLFormElement>(null);
  // Whoever is refused goes on at the first input that is wrong.
  useEffect(() => formRef.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus(), [data]);

  const save = (form: HTMLFormElement) => {
    const listing = inputOf(changedValues(stored, readForm(form)), kind);
    start({ input: { id, listing, ifRevision: definition.revision } });
  };

  const field = (name: string, label: string, input: (props: InputProps) => ReactNode) => {
    const problem = problemOf(name);
    const problemId = `${name}-problem`;
    return (
      <div className="field" key={name}>
        <label htmlFor={name}>{label}</label>
        {input({
          id: name,
          name,
          defaultValue: values[name] ?? '',
          ...(problem !== undefined && { 'aria-invalid': true, 'aria-describedby': problemId }),
        })}
        {problem === undefined ? null : (
          <p id={problemId} className="problem">
            {problem}
          </p>
        )}
      </div>
    );
  };
  const text = (name: string, label: string) => field(name, label, (props) => <input {...props} />);
  const number = (name: string, label: string) =>
    field(name, label, (props) => <input {...props} type="number" min="0" step="any" inputMode="decimal" />);
  const choice = (name: string, label: string, options: readonly Option[] | null | undefined, more: ChoiceProps = {}) =>
    field(name, label, (props) => (
      <select {...props} onChange={({ target }) => more.onChoose?.(target.value)}>
        <option value="">–</option>
        {withStored(options ?? [], more.stored ?? values[name]).map((option) => (
          <option key={option.id} value={option.id}>
            {option.label}
          </option>
        ))}
      </select>
    ));

  return (
    <form
      ref={formRef}
      className="panel edit"
      aria-label="Listing"
      onSubmit={(event) => {
        event.preventDefault();
        save(event.currentTarget);
      }}
    >
      {text('title', 'Title')}
      {field('description', 'Description', (props) => (
        <textarea {...props} rows={6} />
      ))}
      <div className="columns">
        {number('price', `Price${definition.price?.currencyCode ? ` (${definition.price.currencyCode})` : ''}`)}
        {choice('priceLabel', 'The price is', priceLabels)}
        {choice('condition', 'Condition', conditions)}
        {choice('categoryId', 'Category', definition.section?.categories)}
        {choice('localityId', 'Locality', lookups.localities)}
        {text('contactTelephone', 'Telephone')}
        {kind === 'vehicle' ? (
          <>
            {choice('makeId', 'Make', lookups.vehicleMakes, { onChoose: setMake })}
            {choice(
              'modelId',
              'Model',
              lookups.vehicleModels?.filter((model) => model.make === null || model.make.id === make),
              {
                stored: make === values['makeId'] ? values['modelId'] : '',
              },
            )}
            {number('registrationYear', 'Year of registration')}
            {number('mileage', 'Kilometres')}
            {number('engineSize', 'Engine (cc)')}
            {choice('fuelId', 'Fuel', lookups.fuels)}
            {choice('transmissionId', 'Transmission', lookups.transmissions)}
            {choice('importedId', 'Imported', lookups.importOrigins)}
            {choice('doorsId', 'Doors', lookups.doors)}
          </>
        ) : null}
        {kind === 'property' ? (
          <>
            {choice('propertyTypeId', 'Type of property', lookups.propertyTypes)}
            {choice('bedroomsId', 'Bedrooms', lookups.bedrooms)}
            {choice('finishLevelId', 'Level of finish', lookups.finishLevels)}
            {choice('gardenOrYardId', 'Garden or yard', lookups.gardens)}
            {choice('poolId', 'Pool', lookups.pools)}
          </>
        ) : null}
      </div>
      {error === undefined ? null : <Problem error={error} retry={retry} />}
      {others.map(({ message }) => (
        <Problem key={message} error={message} />
      ))}
      <p className="actions">
        <button type="submit" disabled={isSending}>
          {isSending ? 'Saving…' : 'Save'}
        </button>
        {isOutdated ? (
          <button
            type="button"
            className="quiet"
            onClick={({ currentTarget: { form } }) => {
              if (form !== null) onOutdated(readForm(form));
            }}
          >
            Read it again, and keep what I wrote
          </button>
        ) : null}
      </p>
    </form>
  );
};

/** What a list to choose from may have besides. */
interface ChoiceProps {
  /** The value that is there already, unless it belongs to something else that was chosen since. */
  readonly stored?: string | undefined;
  readonly onChoose?: (id: string) => void;
}

/** What every input of the form has. */
interface InputProps {
  readonly id: string;
  readonly name: string;
  readonly defaultValue: string;
  readonly 'aria-invalid'?: true;
  readonly 'aria-describedby'?: string;
}
