import { expect, it } from 'vitest';
import { createPhotoIntake } from '../../../../src/gateway/uploads/photo-intake.ts';

/** How a sender sends: bytes at once, and then so many each second. */
type Sender = readonly [first: number, perSecond: number];

const standing: readonly (readonly [string, Sender])[] = [
  ['a little, and nothing more', [10_000, 0]],
  ['nearly all, and nothing more', [900_000, 0]],
  ['nearly all, and then single bytes', [900_000, 1]],
  ['single bytes', [1, 1]],
];
const going: readonly (readonly [string, Sender])[] = [
  ['slowly', [0, 20_000]],
  ['at a good pace', [0, 100_000]],
  ['slowly after half of it', [500_000, 20_000]],
];

it.each(standing.flatMap(([still, one]) => going.map(([slow, other]) => [still, slow, one, other] as const)))(
  'Of a caller’s photos that are too large together the one that comes as %s goes before the one that comes %s',
  (_still, _slow, one, other) => {
    const begin = createPhotoIntake({ most: 3_000_000, onRefusal: () => {} });
    const refused: string[] = [];
    const send = (name: string, [first, perSecond]: Sender) => {
      const photo = begin({ headers: {} }, { caller: 'a caller', network: 'a network' });
      photo.onRefused(() => refused.push(name));
      photo.append(Buffer.alloc(first));
      return { photo, perSecond };
    };
    const senders = [send('still', one), send('going on', other)];
    for (let second = 0; second < 20 && refused.length === 0; second += 1) {
      for (const { photo, perSecond } of senders) photo.append(Buffer.alloc(perSecond));
    }
    send('another', [3_000_000 - senders.reduce((held, { photo }) => held + photo.held, 0) + 1, 0]);
    expect(refused[0]).toBe('still');
  },
);

it('When all is taken, photos of the network that holds most go, however many tokens it has', () => {
  const begin = createPhotoIntake({ most: 3_000_000, onRefusal: () => {} });
  const refused: string[] = [];
  const send = (caller: string, network: string, bytes: number) => {
    const photo = begin({ headers: {} }, { caller, network });
    photo.onRefused(() => refused.push(caller));
    photo.append(Buffer.alloc(bytes));
    return photo;
  };
  for (let at = 0; at < 10; at += 1) send(`token ${at}`, 'a network', 290_000);
  const photo = send('another', 'another network', 500_000);
  photo.append(Buffer.alloc(500_000));
  expect(refused).toEqual(['token 0', 'token 1', 'token 2', 'token 3', 'token 4']);
  expect(photo.held).toBe(1_000_000);
});
