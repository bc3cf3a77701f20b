/** Random operations that are valid, made from the schema itself: the same for the same seed. */
import {
  type GraphQLArgument,
  type GraphQLField,
  type GraphQLInputField,
  type GraphQLInputObjectType,
  type GraphQLInputType,
  type GraphQLNamedType,
  getNamedType,
  getNullableType,
  isAbstractType,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isLeafType,
  isListType,
  isObjectType,
  isRequiredArgument,
  isRequiredInputField,
} from 'graphql';
import { writeCursor } from '../../../src/gateway/paging/cursor.ts';
import { schema } from '../../../src/gateway/schema/schema.ts';
import { createSeededRandom, type SeededRandom } from '../../support/random/seeded-random.ts';

/** An operation with its variables. */
export interface RandomOperation {
  readonly text: string;
  readonly variables: Readonly<Record<string, unknown>>;
}

type Field = GraphQLField<unknown, unknown>;

const listingIds = ['7', 'Listing:7', '8', 'Listing:8', '9', '404'];
const sectionIds = ['2', 'Section:2', '3', '4', '99'];
const categoryIds = ['201', 'Category:201', '302'];
const globalIds = [
  'Listing:7',
  'Listing:8',
  'Section:2',
  'Section:3',
  'Category:201',
  'Category:999',
  'Region:1',
  'Region:39/1',
  'Locality:77',
  'Locality:39/5',
  'VehicleMake:Fiat',
  'VehicleModel:Fiat/500',
  'LookupValue:FUEL/0',
  'LookupValue:POOL/1',
  'User:5',
  'Nothing:1',
  'no id',
];
const cursors = ['watched-listings', 'account-entries'].map((list) => writeCursor(list, 2));

/** Values for an argument by its name. */
const pools: Readonly<Record<string, readonly unknown[]>> = {
  id: listingIds,
  ids: globalIds,
  sectionId: sectionIds,
  categoryId: categoryIds,
  agentId: ['5', 'UserProfile:5', '6'],
  regionId: ['1', 'Region:1', '0'],
  countryId: [125, 125, 39],
  orderId: [1, 2],
  first: [1, 2, 2, 3, 5, 0, -3, 200],
  last: [1, 2, 3],
  after: [...cursors, 'no cursor'],
  before: cursors,
  type: ['type-2', 'type-9'],
  text: ['', 'red'],
  make: ['Fiat', 'fiat', 'Nobody'],
  locale: ['en-GB', 'not a tag'],
  localityId: ['77', 'Locality:77'],
  listingId: listingIds,
  index: [0, 1, 2, -1],
  price: [1.5, 20],
  mileage: [0, 9_000],
  registrationYear: [2016],
  engineSize: [900],
  doors: [5],
  pool: [0, 1],
  fuel: [0],
};

/** Values for inputs that have none by their name. */
const scalarPools: Readonly<Record<string, readonly unknown[]>> = {
  ID: ['1', '2'],
  String: ['', 'red'],
  Int: [0, 1, 5],
  Float: [1.5],
};

const poolsOfField: Readonly<Record<string, readonly unknown[]>> = {
  'Query.node(id:)': globalIds,
  'Query.section(id:)': sectionIds,
};

/** Fields that are not asked for: they carry credentials, which the scripted service does not check, or a file. */
const LEFT_OUT = new Set(['signIn', 'refreshSession', 'startClientSession', 'uploadListingPhoto']);

/** Fields that are asked for more often than others: most that costs calls is below them. */
const DEEP = new Set(['viewer', 'listing', 'node', 'nodes', 'listings', 'watchedListings', 'related', 'edges']);

class Generator {
  readonly #random: SeededRandom;
  readonly #variables: { readonly name: string; readonly type: string; readonly value: unknown }[] = [];
  readonly #fragments: { readonly name: string; readonly type: string; readonly text: string }[] = [];
  #aliases = 0;
  #fieldsLeft: number;

  constructor(seed: number) {
    this.#random = createSeededRandom(seed);
    this.#fieldsLeft = this.#random.integer(4, 24);
  }

  #variable(type: string, value: unknown): string {
    const name = `v${this.#variables.length}`;
    this.#variables.push({ name, type, value });
    return `$${name}`;
  }

  #valueOf(type: GraphQLInputType, pool: readonly unknown[] | undefined): unknown {
    const nullable = getNullableType(type);
    if (isListType(nullable)) {
      const { ofType } = nullable;
      return Array.from({ length: this.#random.integer(1, 5) }, () => this.#valueOf(ofType, pool));
    }
    if (pool !== undefined) return this.#random.pick(pool);
    if (isEnumType(nullable)) return this.#random.pick(nullable.getValues()).name;
    if (getNamedType(type).name === 'Boolean') return this.#random.chance(0.5);
    throw new Error(`No values are known for ${String(type)}.`);
  }

  #literal(type: GraphQLInputType, value: unknown): string {
    if (Array.isArray(value)) {
      const nullable = getNullableType(type);
      const item = isListType(nullable) ? nullable.ofType : type;
      return `[${value.map((each: unknown) => this.#literal(item, each)).join(', ')}]`;
    }
    return isEnumType(getNamedType(type)) ? String(value) : JSON.stringify(value);
  }

  /** A field of an input object. */
  #inputField({ name, type }: GraphQLInputField): string {
    const nullable = getNullableType(type);
    if (isInputObjectType(nullable)) return `${name}: ${this.#input(nullable)}`;
    if (isListType(nullable) && isInputObjectType(getNamedType(type))) {
      const item = getNamedType(type);
      const length = this.#random.integer(1, 4);
      const items = Array.from({ length }, () => (isInputObjectType(item) ? this.#input(item) : ''));
      return `${name}: [${items.join(', ')}]`;
    }
    const pool = name === 'ids' ? listingIds : (pools[name] ?? scalarPools[getNamedType(type).name]);
    return `${name}: ${this.#literal(type, this.#valueOf(type, pool))}`;
  }

  #input(type: GraphQLInputObjectType): string {
    const fields = Object.values(type.getFields());
    const given = type.isOneOf
      ? [this.#random.pick(fields)]
      : fields.filter((field) => isRequiredInputField(field) || this.#random.chance(0.3));
    return `{${given.map((field) => this.#inputField(field)).join(', ')}}`;
  }

  #argument(parent: string, field: Field, { name, type }: GraphQLArgument): string {
    const nullable = getNullableType(type);
    if (isInputObjectType(nullable)) return `${name}: ${this.#input(nullable)}`;
    const value = this.#valueOf(type, poolsOfField[`${parent}.${field.name}(${name}:)`] ?? pools[name]);
    return `${name}: ${this.#random.chance(0.3) ? this.#variable(String(type), value) : this.#literal(type, value)}`;
  }

  #arguments(parent: string, field: Field): string {
    const given = field.args.filter((arg) => isRequiredArgument(arg) || this.#random.chance(0.35));
    return given.length === 0 ? '' : `(${given.map((arg) => this.#argument(parent, field, arg)).join(', ')})`;
  }

  #directive(): string {
    if (!this.#random.chance(0.12)) return '';
    const value = this.#random.chance(0.5);
    const shown = this.#random.chance(0.5) ? String(value) : this.#variable('Boolean!', value);
    return ` @${this.#random.pick(['skip', 'include'])}(if: ${shown})`;
  }

  #field(parent: string, field: Field, depth: number): string {
    this.#fieldsLeft -= 1;
    const args = this.#arguments(parent, field);
    // Without an alias two fields of one name are one field, so that needs the same arguments: none.
    const needsAlias = args !== '' || field.args.length > 0 || parent === 'Mutation' || this.#random.chance(0.2);
    const alias = needsAlias ? `a${(this.#aliases += 1)}: ` : '';
    const type = getNamedType(field.type);
    const selection = isLeafType(type) ? '' : ` ${this.#selection(type, depth - 1)}`;
    return `${alias}${field.name}${args}${this.#directive()}${selection}`;
  }

  #fragment(type: GraphQLNamedType, depth: number): string {
    const possible = isAbstractType(type) ? [...schema.getPossibleTypes(type)] : [];
    const interfaces = isInterfaceType(type) && type.name === 'Node' ? ['Lookup', 'Node'] : [];
    const name = this.#random.pick([type.name, ...possible.map((each) => each.name), ...interfaces]);
    const known = this.#fragments.filter((fragment) => fragment.type === name);
    if (known.length > 0 && this.#random.chance(0.5)) {
      return `...${this.#random.pick(known).name}${this.#directive()}`;
    }
    const condition = schema.getType(name) ?? type;
    const selection = this.#selection(condition, depth - 1);
    if (this.#random.chance(0.5)) return `... on ${name}${this.#directive()} ${selection}`;
    const fragment = { name: `F${this.#fragments.length}`, type: name, text: selection };
    this.#fragments.push(fragment);
    return `...${fragment.name}${this.#directive()}`;
  }

  #selection(type: GraphQLNamedType, depth: number): string {
    if (!isObjectType(type) && !isInterfaceType(type)) throw new Error(`${type.name} has no fields.`);
    const fields = Object.values(type.getFields()).filter(({ name }) => !LEFT_OUT.has(name));
    const leaves = fields.filter(
      (field) => isLeafType(getNamedType(field.type)) && !field.args.some(isRequiredArgument),
    );
    const composite = fields
      .filter((field) => !leaves.includes(field))
      .flatMap((field) => (DEEP.has(field.name) ? [field, field, field] : [field]));
    const parts: string[] = [];
    const most = type.name === 'Query' ? 6 : 4;
    for (let wanted = this.#random.integer(1, most); wanted > 0; wanted -= 1) {
      const mayGoDeeper = depth > 0 && this.#fieldsLeft > 0;
      if (mayGoDeeper && type.name !== 'Mutation' && this.#random.chance(isAbstractType(type) ? 0.6 : 0.15)) {
        parts.push(this.#fragment(type, depth));
      } else if (mayGoDeeper && composite.length > 0 && (leaves.length === 0 || this.#random.chance(0.6))) {
        parts.push(this.#field(type.name, this.#random.pick(composite), depth));
      } else if (leaves.length > 0) {
        parts.push(this.#field(type.name, this.#random.pick(leaves), 0));
      }
    }
    return `{ ${parts.length === 0 ? '__typename' : parts.join(' ')} }`;
  }

  generate(): RandomOperation {
    const isMutation = this.#random.chance(0.12);
    const type = isMutation ? schema.getMutationType() : schema.getQueryType();
    if (type == null) throw new Error('The schema has no such root.');
    const selection = this.#selection(type, 7);
    const declared = this.#variables.map(({ name, type: variableType }) => `$${name}: ${variableType}`).join(', ');
    const fragments = this.#fragments.map((each) => `fragment ${each.name} on ${each.type} ${each.text}`);
    const head = `${isMutation ? 'mutation' : 'query'} Random${declared === '' ? '' : `(${declared})`}`;
    return {
      text: [`${head} ${selection}`, ...fragments].join('\n'),
      variables: Object.fromEntries(this.#variables.map(({ name, value }) => [name, value])),
    };
  }
}

/** Makes the operation of a seed. */
export const randomOperation = (seed: number): RandomOperation => new Generator(seed).generate();
