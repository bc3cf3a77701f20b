/** A gateway in front of a service that takes photos, and the requests that bring them. */
import { once } from 'node:events';
import { type ClientRequest, type IncomingMessage, request as startRequest } from 'node:http';
import { text } from 'node:stream/consumers';
import sharp from 'sharp';
import { type PhotoReceiver, type ReceiverScript, startPhotoReceiver } from '../../support/photo-receiver.ts';
import {
  captureLog,
  type GatewaySettings,
  type RunningGateway,
  startGatewayAt,
  TestClock,
} from '../../support/running-gateway.ts';

/** A picture of a size, as a file of a type. */
export const picture = (width: number, height: number, type: 'jpeg' | 'png' | 'webp' = 'jpeg'): Promise<Buffer> =>
  sharp({ create: { width, height, channels: 3, background: '#246' } })
    .toFormat(type)
    .toBuffer();

/** A picture with so many bytes behind it that it has `size` in all. */
export const largePicture = async (size: number): Promise<Buffer> => {
  const start = await picture(20, 10);
  return Buffer.concat([start, Buffer.alloc(size - start.length, 1)]);
};

/** The listing that the service knows. */
export const LISTING = '7';

/** A gateway in front of a service that takes photos. */
export interface PhotoGateway extends RunningGateway {
  readonly receiver: PhotoReceiver;
}

/** Starts both. */
export const startPhotoGateway = async (
  script: ReceiverScript = {},
  settings: GatewaySettings = {},
): Promise<PhotoGateway> => {
  const receiver = await startPhotoReceiver(script);
  const gateway = await startGatewayAt(receiver.url, settings, new TestClock(), captureLog());
  return {
    ...gateway,
    receiver,
    [Symbol.asyncDispose]: async () => {
      await gateway[Symbol.asyncDispose]();
      await receiver[Symbol.asyncDispose]();
    },
  };
};

const BOUNDARY = 'boundary-of-the-test';

/** A part of a form; one with `filename` is a file. */
export interface Part {
  readonly name: string;
  readonly content: string | Buffer;
  readonly filename?: string;
  readonly type?: string;
}

/** Writes a form. */
export const formOf = (parts: readonly Part[]): Buffer =>
  Buffer.concat([
    ...parts.flatMap(({ name, content, filename, type }) => [
      Buffer.from(
        `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"${filename === undefined ? '' : `; filename="${filename}"`}\r\n${type === undefined ? '' : `Content-Type: ${type}\r\n`}\r\n`,
      ),
      Buffer.from(content),
      Buffer.from('\r\n'),
    ]),
    Buffer.from(`--${BOUNDARY}--\r\n`),
  ]);

/** The content type of `formOf`. */
export const FORM_TYPE = `multipart/form-data; boundary=${BOUNDARY}`;

/** Asks for everything a client may want of an upload. */
export const UPLOAD = /* GraphQL */ `
  mutation ($input: UploadListingPhotoInput!) {
    uploadListingPhoto(input: $input) {
      listing {
        id
      }
      photo {
        index
        url
        thumbnailUrl
      }
      userErrors {
        code
        field
        message
      }
    }
  }
`;

/** The parts of a GraphQL multipart request. */
export const operationParts = (content: Buffer, id = LISTING, query = UPLOAD): readonly Part[] => [
  { name: 'operations', content: JSON.stringify({ query, variables: { input: { id, file: null } } }) },
  { name: 'map', content: JSON.stringify({ 0: ['variables.input.file'] }) },
  { name: '0', content, filename: 'photo.jpg', type: 'image/jpeg' },
];

/** Headers with which an upload passes. */
export const uploadHeaders = {
  authorization: 'Bearer token-of-the-caller',
  'content-type': FORM_TYPE,
  'graphql-require-preflight': '1',
};

/** A response as it came. */
export interface UploadResponse {
  readonly status: number;
  readonly headers: IncomingMessage['headers'];
  readonly json: unknown;
}

/** Starts a request whose body the test writes; without a content length it is sent in chunks. */
export const openUpload = (
  gateway: Pick<RunningGateway, 'url'>,
  path: string,
  headers: Readonly<Record<string, string | number>>,
): ClientRequest => {
  const request = startRequest(new URL(path, gateway.url), { method: 'POST', headers: { ...headers }, agent: false });
  request.on('error', () => {});
  return request;
};

/** Reads the response to a request. */
export const responseTo = async (request: ClientRequest): Promise<UploadResponse> => {
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  return { status: response.statusCode ?? 0, headers: response.headers, json: JSON.parse(await text(response)) };
};

/** Sends a whole body. */
export const sendUpload = (
  gateway: Pick<RunningGateway, 'url'>,
  path: string,
  body: Buffer,
  headers: Readonly<Record<string, string | number>> = uploadHeaders,
): Promise<UploadResponse> => {
  const request = openUpload(gateway, path, { 'content-length': body.length, ...headers });
  const answer = responseTo(request);
  request.end(body);
  return answer;
};
