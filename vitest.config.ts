import { fileURLToPath } from 'node:url'
import { playwright } from '@vitest/browser-playwright'
import { defineConfig } from 'vitest/config'
import { chromiumArguments, findChromium } from './scripts/find-chromium.mjs'
import { clickHouseAdvice, findClickHouse } from './scripts/find-clickhouse.mjs'
import { prepared } from './web/vite.config.ts'

const chromium = findChromium()
const clickHouse = findClickHouse()

// Shared CI machines stall at times, so a failed test is retried once there.
const retry = process.env['CI'] === undefined ? 0 : 1

const server = {
  root: 'server',
  environment: 'node',
  setupFiles: [fileURLToPath(new URL('server/src/testing/leaves-nothing.ts', import.meta.url))],
  globalSetup: [fileURLToPath(new URL('server/src/testing/global-setup.ts', import.meta.url))],
  // Files share a process and what it has loaded, so a test must leave nothing behind in modules.
  isolate: false,
  // Processes that the server starts, such as those that read workbooks, keep their compiled code as under `npm start`.
  env: { NODE_COMPILE_CACHE: fileURLToPath(new URL('node_modules/.cache/gensvar-node', import.meta.url)) },
  // The default of a second is not enough on a busy machine.
  expect: { poll: { timeout: 20_000 } },
  retry,
  testTimeout: 180_000,
  hookTimeout: 180_000,
}

// Tests of the portable SQL, and tests that are run again to compare their statements with ClickHouse.
const ownToPortability = 'src/testing/portability/*.test.ts'
const sendingStatements = [
  'src/domain/figures/aggregate.test.ts',
  'src/domain/conditions/selection.test.ts',
  'src/domain/figures/publishing/*.test.ts',
  'src/widgets/**/*.test.ts',
]

// Tests of how a store is filled, which are run again on ClickHouse.
const filling =
  'src/domain/figures/feed/{feed,feed-consumers,feed-crash,feed-follow,feed-*kill,feed-position,odd-answers,stored-surveys,wide-scales}.test.ts'

// Tests of state that lasts as long as a page, such as the identity provider's client: each runs in its own page.
const ofOnePage = 'src/features/session/*.test.tsx'

// React as users run it: its development build takes three times as long to draw.
const production = { 'process.env.NODE_ENV': '"production"' }

/**
 * Tests that draw in Chromium. The files of a project share a page unless isolated: reloading the application takes
 * seconds.
 */
function browserProject(name: string, files: { include?: string[]; exclude?: string[]; isolate?: boolean }) {
  return {
    oxc: { jsx: { runtime: 'automatic' as const, development: false } },
    define: production,
    optimizeDeps: {
      include: [...prepared, '@testing-library/dom', '@testing-library/user-event', 'axe-core'],
      rolldownOptions: { transform: { define: production } },
    },
    test: {
      name,
      root: 'web',
      include: ['src/**/*.test.tsx'],
      setupFiles: [fileURLToPath(new URL('web/src/testing/setup.ts', import.meta.url))],
      isolate: false,
      ...files,
      retry,
      testTimeout: 60_000,
      browser: {
        enabled: true,
        headless: true,
        screenshotFailures: false,
        provider: playwright({
          // No animations, so that tests need not wait for them.
          contextOptions: { reducedMotion: 'reduce' },
          launchOptions: { ...(chromium && { executablePath: chromium }), args: [...chromiumArguments] },
        }),
        instances: [{ browser: 'chromium' as const }],
      },
    },
  }
}

/** In the web, `*.test.ts` needs no document and runs in Node; `*.test.tsx` renders and runs in Chromium. */
export default defineConfig({
  test: {
    // Two even on two cores, where the default is one: much of a test is waiting for PostgreSQL.
    maxWorkers: 2,
    projects: [
      {
        test: {
          name: 'scripts',
          root: 'scripts',
          include: ['*.test.{mjs,ts}'],
          environment: 'node',
          isolate: false,
          retry,
          testTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'contract',
          root: 'contract',
          include: ['src/**/*.test.ts'],
          environment: 'node',
          isolate: false,
          retry,
          testTimeout: 60_000,
        },
      },
      {
        test: {
          ...server,
          name: 'server',
          // The bench's tests write to a database, as the server's do.
          include: ['src/**/*.test.ts', '../scripts/bench/*.test.ts'],
          exclude: [ownToPortability],
          provide: { figuresStore: 'DuckDB' as const, clickHouse, clickHouseAdvice },
        },
      },
      {
        test: {
          ...server,
          name: 'portability',
          include: [ownToPortability, ...(clickHouse ? sendingStatements : [])],
          provide: { figuresStore: clickHouse ? ('both' as const) : ('DuckDB' as const), clickHouse, clickHouseAdvice },
        },
      },
      // The feed, and what it stores, on ClickHouse alone.
      ...(clickHouse
        ? [
            {
              test: {
                ...server,
                name: 'clickhouse',
                include: [filling],
                provide: { figuresStore: 'ClickHouse' as const, clickHouse, clickHouseAdvice },
              },
            },
          ]
        : []),
      {
        test: {
          name: 'web',
          root: 'web',
          include: ['src/**/*.test.ts'],
          environment: 'node',
          isolate: false,
          retry,
          testTimeout: 60_000,
        },
      },
      browserProject('browser', { exclude: [ofOnePage] }),
      browserProject('browser-page', { include: [ofOnePage], isolate: true }),
    ],
  },
})
