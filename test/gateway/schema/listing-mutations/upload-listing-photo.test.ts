import { once } from 'node:events';
import { describe, expect, it } from 'vitest';
import { sampled } from '../../../support/effort.ts';
import { startScriptedGateway } from '../../../support/scripted-gateway.ts';
import {
  responseTo,
  formOf,
  largePicture,
  openUpload,
  operationParts,
  type Part,
  type PhotoGateway,
  picture,
  sendUpload,
  startPhotoGateway,
  UPLOAD,
  uploadHeaders,
} from '../../uploads/photo-gateway.ts';

const send = (gateway: Pick<PhotoGateway, 'url'>, parts: readonly Part[], headers?: Readonly<Record<string, string>>) =>
  sendUpload(gateway, '/graphql', formOf(parts), headers);

const refusal = (code: string, field: string | null, message: unknown) => ({
  data: {
    uploadListingPhoto: {
      listing: null,
      photo: null,
      userErrors: [{ code, field: field === null ? null : ['input', field], message }],
    },
  },
});

describe('Mutation.uploadListingPhoto', () => {
  it.each(sampled(2, ['jpeg', 'png', 'webp'] as const))(
    'adds a %s whatever it is called, byte for byte',
    async (type) => {
      await using gateway = await startPhotoGateway();
      const photo = await picture(20, 10, type);
      const { status, json } = await send(gateway, operationParts(photo));
      expect({ status, json }).toEqual({
        status: 200,
        json: {
          data: {
            uploadListingPhoto: {
              listing: { id: 'Listing:7' },
              photo: { index: 0, url: 'https://p/l.jpg', thumbnailUrl: 'https://p/t.jpg' },
              userErrors: [],
            },
          },
        },
      });
      const upload = await gateway.receiver.upload(0);
      expect(upload.path).toBe('/v1/listings/7/photos');
      expect(upload.bytes().includes(photo)).toBe(true);
      expect(upload.bytes().toString('latin1')).toContain(`Content-Type: image/${type}\r\n`);
    },
  );

  it.each([
    ['a drawing', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')],
    ['a page', Buffer.from('<!doctype html><script>alert(1)</script>')],
    ['nothing', Buffer.alloc(0)],
    ['the start of a photo alone', Buffer.from([0xff, 0xd8, 0xff])],
  ])('refuses %s without a call', async (_what, content) => {
    await using gateway = await startPhotoGateway();
    const { json } = await send(gateway, operationParts(content));
    expect(json).toEqual(
      refusal('PHOTO_NOT_ACCEPTED', 'file', expect.stringContaining('JPEG, PNG or WebP of at most 10 MB')),
    );
    expect(gateway.receiver.uploads).toHaveLength(0);
  });

  it('sends a large photo on, and asks the service for nothing else', async () => {
    await using gateway = await startScriptedGateway();
    gateway.upstream.on('POST', '/v1/listings/7/photos', { json: { index: 4 } });
    const query = UPLOAD.replace('thumbnailUrl', '');
    const { json } = await send(gateway, operationParts(await picture(2000, 1500), '7', query));
    expect(json).toMatchObject({ data: { uploadListingPhoto: { photo: { index: 4 }, userErrors: [] } } });
    expect(gateway.upstream.requests.map(({ method, path }) => `${method} ${path}`)).toEqual([
      'POST /v1/listings/7/photos',
    ]);
  });

  it.each(
    sampled(3, [
      [404, 'Not today.', 'NOT_FOUND', 'id', 'Not today.'],
      [400, 'Not today.', 'REJECTED', null, 'Not today.'],
      [200, 'Not today.', 'REJECTED', null, 'Not today.'],
      [201, 'The photo is damaged.', 'PHOTO_NOT_ACCEPTED', 'file', 'The photo is damaged.'],
      [422, '', 'REJECTED', null, 'The photo was rejected.'],
      [409, 'The photos are locked.', 'REJECTED', null, 'The photos are locked.'],
      [400, 'The photo is damaged.', 'PHOTO_NOT_ACCEPTED', 'file', 'The photo is damaged.'],
      [422, 'At most 8 images.', 'PHOTO_NOT_ACCEPTED', 'file', 'At most 8 images.'],
      [413, 'Not today.', 'PHOTO_NOT_ACCEPTED', 'file', expect.stringContaining('Not today. Use a JPEG')],
      [415, 'Not today.', 'PHOTO_NOT_ACCEPTED', 'file', expect.stringContaining('Not today. Use a JPEG')],
      [415, 'Not today', 'PHOTO_NOT_ACCEPTED', 'file', expect.stringContaining('Not today. Use a JPEG')],
    ] as const),
  )('reports what the service refuses with %i %j', async (status, text, code, field, message) => {
    await using gateway = await startPhotoGateway({ answer: { status, json: { Success: false, Message: text } } });
    const { json } = await send(gateway, operationParts(await picture(20, 10)));
    expect(json).toEqual(refusal(code, field, message));
  });

  it('cannot be given anything but a file', async () => {
    await using gateway = await startPhotoGateway();
    const answer = await gateway.query(
      'mutation { uploadListingPhoto(input: { id: 7, file: "x" }) { photo { index } } }',
    );
    expect(answer.errors[0]?.message).toContain('multipart request');
    const variable = await gateway.query(
      'mutation ($file: Upload!) { uploadListingPhoto(input: { id: 7, file: $file }) { photo { index } } }',
      { variables: { file: { stream: 1 } } },
    );
    expect(variable.errors[0]?.extensions['code']).toBe('BAD_USER_INPUT');
  });
});

describe('a GraphQL multipart request', () => {
  it('needs a header that browsers do not send across sites', async () => {
    await using gateway = await startPhotoGateway();
    const { 'graphql-require-preflight': _, ...headers } = uploadHeaders;
    const parts = operationParts(await picture(20, 10));
    const { status, json } = await send(gateway, parts, headers);
    expect(status).toBe(400);
    expect(json).toMatchObject({
      errors: [{ message: expect.stringContaining('GraphQL-Require-Preflight'), extensions: { code: 'BAD_REQUEST' } }],
    });
    for (const name of ['apollo-require-preflight', 'x-apollo-operation-name']) {
      expect((await send(gateway, parts, { ...headers, [name]: 'x' })).status).toBe(200);
    }
    expect(gateway.receiver.uploads).toHaveLength(2);
  });

  const [operations, map, file] = operationParts(Buffer.from('x'));
  if (operations === undefined || map === undefined || file === undefined) throw new Error('There are three parts.');
  it.each<[string, readonly Part[]]>([
    ['without operations', [map, file]],
    ['without a map', [operations, file]],
    ['without a file', [operations, map]],
    ['with the file first', [file, operations, map]],
    ['with operations that are no JSON', [{ ...operations, content: '{' }, map, file]],
    ['with a batch', [{ ...operations, content: '[]' }, map, file]],
    [
      'with two files in the map',
      [operations, { ...map, content: '{"0":["variables.input.file"],"1":["variables.b"]}' }, file],
    ],
    [
      'with two places for the file',
      [operations, { ...map, content: '{"0":["variables.input.file","variables.b"]}' }, file],
    ],
    ['with a place outside the variables', [operations, { ...map, content: '{"0":["query"]}' }, file]],
    ['with a place that is not there', [operations, { ...map, content: '{"0":["variables.input.photo"]}' }, file]],
    ['with a place on a prototype', [operations, { ...map, content: '{"0":["variables.__proto__.x"]}' }, file]],
    ['with a place that is taken', [operations, { ...map, content: '{"0":["variables.input.id"]}' }, file]],
    ['with a file that the map does not name', [operations, map, { ...file, name: '1' }]],
  ])('is refused %s', async (_how, parts) => {
    await using gateway = await startPhotoGateway();
    const { status, json } = await send(gateway, parts);
    expect({ status, json }).toEqual({
      status: 400,
      json: {
        errors: [
          {
            message: expect.any(String),
            extensions: { code: 'BAD_REQUEST', retryable: false, requestId: expect.any(String) },
          },
        ],
      },
    });
    expect(Object.hasOwn(Object.prototype, 'x')).toBe(false);
    expect(gateway.receiver.uploads).toEqual([]);
  });

  const upload = (key: string, given: string) => `${key}: uploadListingPhoto(input: ${given}) { userErrors { code } }`;
  it.each([
    [
      'a variable',
      '($file: Upload!)',
      `{ ${upload('a', '{ id: 1, file: $file }')} ${upload('b', '{ id: 2, file: $file }')} }`,
    ],
    ['its input', '($input: UploadListingPhotoInput!)', `{ ${upload('a', '$input')} ${upload('b', '$input')} }`],
    [
      'fragments',
      '($file: Upload!)',
      `{ ...one ... { ${upload('b', '{ id: 2, file: $file }')} } } fragment one on Mutation { ${upload('a', '{ id: 1, file: $file }')} }`,
    ],
  ])(
    'is refused before anything is sent when two fields are given its file, by %s',
    async (_how, variables, fields) => {
      await using gateway = await startPhotoGateway();
      const parts = operationParts(await picture(20, 10), '1', `mutation ${variables} ${fields}`);
      const given = variables.includes('input')
        ? parts
        : [
            {
              ...operations,
              content: JSON.stringify({ query: `mutation ${variables} ${fields}`, variables: { file: null } }),
            },
            { ...map, content: '{"0":["variables.file"]}' },
            ...parts.slice(2),
          ];
      expect((await send(gateway, given)).json).toMatchObject({
        errors: [{ message: expect.stringContaining('a, b'), extensions: { code: 'BAD_USER_INPUT' } }],
      });
      expect(gateway.receiver.uploads).toEqual([]);
    },
  );

  it('may name its file in a field that is left out, and twice in one that is selected twice', async () => {
    await using gateway = await startPhotoGateway();
    const field = upload('a', '$input');
    const text = `mutation ($input: UploadListingPhotoInput!, $no: Boolean = false) { ${field} ${field} ${upload('b', '$input @include(if: $no)').replace('$input @include(if: $no))', '$input) @include(if: $no)')} }`;
    const { json } = await send(gateway, operationParts(await picture(20, 10), '7', text));
    expect(json).toEqual({ data: { a: { userErrors: [] } } });
  });

  it('is refused when it names no boundary, or ends in the middle of a part', async () => {
    await using gateway = await startPhotoGateway();
    const body = formOf(operationParts(await picture(20, 10)));
    const without = { ...uploadHeaders, 'content-type': 'multipart/form-data' };
    expect((await sendUpload(gateway, '/graphql', body, without)).status).toBe(400);
    const cut = await sendUpload(gateway, '/graphql', body.subarray(0, -20));
    expect(cut.json).toMatchObject({ errors: [{ extensions: { code: 'BAD_REQUEST' } }] });
    const ends = await Promise.all(gateway.receiver.uploads.map(({ ended }) => ended));
    expect(ends).not.toContain(true);
  });

  it('may have 12 MB as it is declared', async () => {
    await using gateway = await startPhotoGateway();
    const request = openUpload(gateway, '/graphql', { ...uploadHeaders, 'content-length': 12 * 1024 * 1024 + 1 });
    request.flushHeaders();
    expect(await responseTo(request)).toMatchObject({
      status: 413,
      json: { errors: [{ extensions: { code: 'REQUEST_TOO_LARGE' } }] },
    });
  });

  it('may have no field larger than a JSON request', async () => {
    await using gateway = await startPhotoGateway();
    const parts = [{ name: 'operations', content: 'x'.repeat(256 * 1024 + 1) }, map, file];
    expect(await send(gateway, parts)).toMatchObject({
      status: 413,
      json: { errors: [{ extensions: { code: 'REQUEST_TOO_LARGE' } }] },
    });
  });

  it('may have no more in all fields together, with names that are none of its own too', async () => {
    await using gateway = await startPhotoGateway();
    const parts = [{ name: 'other', content: 'x'.repeat(256 * 1024) }, ...operationParts(await largePicture(1_000))];
    expect(await send(gateway, parts)).toMatchObject({
      status: 413,
      json: { errors: [{ extensions: { code: 'REQUEST_TOO_LARGE' } }] },
    });
  });

  it('takes no place while it comes in, and leaves nothing behind when its client goes away in the middle', async () => {
    await using gateway = await startPhotoGateway();
    const body = formOf(operationParts(await largePicture(2_000_000)));
    const requests = Array.from({ length: 6 }, () => {
      const request = openUpload(gateway, '/graphql', { ...uploadHeaders, 'content-length': body.length });
      request.write(body.subarray(0, 1_000_000));
      return request;
    });
    await Promise.all(requests.map((request) => once(request, 'drain')));
    expect((await send(gateway, operationParts(await picture(20, 10)))).status).toBe(200);
    for (const request of requests) request.destroy();
    expect((await send(gateway, operationParts(await picture(20, 10)))).status).toBe(200);
    expect(gateway.receiver.uploads).toHaveLength(2);
  });

  it('is refused where all photos are larger together than what there is space for, the slowest first; one that is sent stays', async () => {
    const photoBytes = 5_500_000;
    await using gateway = await startPhotoGateway({ paused: true }, { serverLimits: { photoBytes } });
    const body = formOf(operationParts(await largePicture(2_000_000)));
    const open = (bytes: Buffer) => {
      const request = openUpload(gateway, '/graphql', { ...uploadHeaders, 'content-length': body.length });
      request.write(bytes);
      return { request, answer: responseTo(request) };
    };
    const whole = open(body);
    const upload = await gateway.receiver.upload(0);
    const slow = open(body.subarray(0, 1_900_000));
    const isThere = async (): Promise<boolean> =>
      /^listings_gateway_unfinished_requests\{worker="0"\} 1$/m.test(await (await gateway.fetch('/metrics')).text());
    while (!(await isThere()));
    const quick = open(body);
    expect(await slow.answer).toMatchObject({
      status: 503,
      json: { errors: [{ extensions: { code: 'OVERLOADED', retryable: true } }] },
    });
    upload.resume();
    (await gateway.receiver.upload(1)).resume();
    expect([(await whole.answer).status, (await quick.answer).status]).toEqual([200, 200]);
  });

  it('runs any operation of the schema that takes a file, by its name', async () => {
    await using gateway = await startPhotoGateway();
    const query = `query Other { __typename } mutation Add($input: UploadListingPhotoInput!) { uploadListingPhoto(input: $input) { photo { index } } }`;
    const content = JSON.stringify({ query, operationName: 'Add', variables: { input: { id: '7', file: null } } });
    const parts = [{ name: 'operations', content }, map, { ...file, content: await picture(20, 10) }];
    expect((await send(gateway, parts)).json).toEqual({ data: { uploadListingPhoto: { photo: { index: 0 } } } });
  });

  it('responds to a document that is not valid without waiting for the file', async () => {
    await using gateway = await startPhotoGateway();
    const { status, json } = await send(gateway, operationParts(await largePicture(3_000_000), '7', '{ nothing }'), {
      ...uploadHeaders,
      accept: 'application/graphql-response+json',
    });
    expect(status).toBe(400);
    expect(json).toMatchObject({ errors: [{ extensions: { code: 'GRAPHQL_VALIDATION_FAILED' } }] });
  });
});
