import { useQuery } from '@apollo/client/react';
import { useId } from 'react';
import { SearchFormDocument } from './generated/graphql.ts';
import { Problem } from './problem.tsx';
import type { SearchCriteria } from './search-criteria.ts';

interface Choice {
  readonly key: string;
  readonly label: string;
}

interface PickerProps {
  readonly label: string;
  readonly choices: readonly Choice[] | null | undefined;
  readonly value: string;
  readonly onPick: (key: string) => void;
}

const Picker = ({ label, choices, value, onPick }: PickerProps) => {
  const id = useId();
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <select id={id} value={value} onChange={({ target }) => onPick(target.value)} disabled={!choices?.length}>
        <option value="">Any</option>
        {choices?.map((choice) => (
          <option key={choice.key} value={choice.key}>
            {choice.label}
          </option>
        ))}
      </select>
    </div>
  );
};

interface SearchFormProps {
  readonly criteria: SearchCriteria;
  readonly onChange: (criteria: SearchCriteria) => void;
}

/** A picker for every lookup of cars; the models are those of the make. Lookups need nobody to be signed in. */
export const SearchForm = ({ criteria, onChange }: SearchFormProps) => {
  const { data, error, refetch } = useQuery(SearchFormDocument);
  const { vehicleMakes, fuels, transmissions, localities, filterPrices } = data?.lookups ?? {};
  const models = vehicleMakes?.find(({ key }) => key === criteria.make)?.models;
  const prices = filterPrices?.map(({ amount, formatted }) => ({ key: String(amount), label: formatted }));
  const pick = (name: keyof SearchCriteria) => (key: string) => onChange({ ...criteria, [name]: key });
  if (error !== undefined) return <Problem text={error.message} retry={refetch} />;
  return (
    <form className="panel search-form" aria-label="Search" onSubmit={(event) => event.preventDefault()}>
      <Picker
        label="Make"
        choices={vehicleMakes}
        value={criteria.make}
        onPick={(make) => onChange({ ...criteria, make, model: '' })}
      />
      <Picker label="Model" choices={models} value={criteria.model} onPick={pick('model')} />
      <Picker label="Fuel" choices={fuels} value={criteria.fuel} onPick={pick('fuel')} />
      <Picker label="Gearbox" choices={transmissions} value={criteria.transmission} onPick={pick('transmission')} />
      <Picker label="Town" choices={localities} value={criteria.locality} onPick={pick('locality')} />
      <Picker label="Price up to" choices={prices} value={criteria.maxPrice} onPick={pick('maxPrice')} />
    </form>
  );
};
