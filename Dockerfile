# The base is an argument for those who pin it by digest or mirror it: any image with Node 24, npm and the user `node` will do.
ARG BASE=node:24-bookworm-slim
# What the image can do beside serving in front of a service, each with packages and files of its own: the embedded service, GraphiQL, traces.
ARG PARTS="embedded graphiql traces"

FROM ${BASE} AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN --mount=type=cache,target=/root/.npm npm ci
COPY tsconfig.json rolldown.config.ts ./
COPY scripts/build.js scripts/
COPY src src
RUN npm run build
ARG PARTS
# The demo data with its pictures.
RUN case " $PARTS " in *" embedded "*) ;; *) rm -rf dist/embedded ;; esac

FROM ${BASE} AS dependencies
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN --mount=type=cache,target=/root/.npm npm ci --omit=dev
ARG PARTS
COPY deploy/image/keep-packages.mjs ./
RUN node keep-packages.mjs $PARTS

# Nothing is written at run time, so the root file system may be read-only. EMBEDDED_DATA=<path> wants a volume.
FROM ${BASE}
# Of a release, the workflow gives version, revision and the repository that they are of.
ARG VERSION=unreleased
ARG REVISION=unknown
ARG SOURCE=unknown
LABEL org.opencontainers.image.title="listings-gateway" \
  org.opencontainers.image.description="One GraphQL endpoint in front of a classifieds marketplace's REST service" \
  org.opencontainers.image.licenses="MIT" \
  org.opencontainers.image.version=$VERSION \
  org.opencontainers.image.revision=$REVISION \
  org.opencontainers.image.source=$SOURCE
ENV NODE_ENV=production HOST=0.0.0.0
WORKDIR /app
COPY --from=dependencies /app/node_modules node_modules
COPY --from=build /app/dist dist
COPY package.json LICENSE ./
USER node
EXPOSE 4000 4001 9464
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=3s --start-period=10s --retries=3 \
  CMD ["node", "-e", "const { METRICS_HOST, METRICS_PORT } = process.env, host = METRICS_HOST || '127.0.0.1'; fetch(`http://${host.includes(':') ? `[${host}]` : host}:${METRICS_PORT || 9464}/livez`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
# Space for the short-lived objects of requests: with the default of 16 MB they are copied and promoted too soon.
# SIGUSR1 opens no debugger, also before the program refuses it.
ENTRYPOINT ["node", "--max-semi-space-size=64", "--disable-sigusr1", "dist/main.js"]
CMD ["start"]
