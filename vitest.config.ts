import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { playwright } from '@vitest/browser-playwright'
import { defineConfig } from 'vitest/config'
import { chromiumArguments, findChromium } from './scripts/find-chromium.mjs'
import { clickHouseAdvice, findClickHouse } from './scripts/find-clickhouse.mjs'
import { prepared } from './web/vite.config.ts'

const chromium = findChromium()
const clickHouse = findClickHouse()

// Machines that run tests for others stall at times: there a test that fails is run once more before it counts.
const retry = process.env['CI'] === undefined ? 0 : 1

const server = {
  root: 'server',
  environment: 'node',
  globalSetup: [fileURLToPath(new URL('server/src/testing/global-setup.ts', import.meta.url))],
  retry,
  testTimeout: 180_000,
  hookTimeout: 180_000,
}

// Tests of the portable SQL, and tests whose statements are compared with ClickHouse by running them once more.
const ownToPortability = 'src/testing/portability/*.test.ts'
const sendingStatements = [
  'src/domain/figures/aggregate.test.ts',
  'src/domain/conditions/selection.test.ts',
  'src/domain/figures/publishing/*.test.ts',
  'src/widgets/**/*.test.ts',
]

// Tests of what a page keeps from its load to its end, such as the identity provider's client: a page of its own for each.
const ofOnePage = 'src/features/session/*.test.tsx'

/** Tests that draw in Chromium. The files of a project share a page unless isolated: loading the application anew takes seconds. */
function browserProject(name: string, files: { include?: string[]; exclude?: string[]; isolate?: boolean }) {
  return {
    plugins: [react()],
    optimizeDeps: { include: [...prepared, '@testing-library/react', '@testing-library/user-event', 'axe-core'] },
    test: {
      name,
      root: 'web',
      include: ['src/**/*.test.tsx'],
      isolate: false,
      ...files,
      retry,
      testTimeout: 60_000,
      browser: {
        enabled: true,
        headless: true,
        screenshotFailures: false,
        provider: playwright({
          // Nothing moves: a test need not wait for what slides in.
          contextOptions: { reducedMotion: 'reduce' },
          launchOptions: { ...(chromium && { executablePath: chromium }), args: [...chromiumArguments] },
        }),
        instances: [{ browser: 'chromium' as const }],
      },
    },
  }
}

/** Of the web, `*.test.ts` needs no document and runs in Node, `*.test.tsx` draws and runs in Chromium. */
export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'scripts',
          root: 'scripts',
          include: ['*.test.{mjs,ts}'],
          environment: 'node',
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
          provide: { clickHouse: null, clickHouseAdvice },
        },
      },
      {
        test: {
          ...server,
          name: 'portability',
          include: [ownToPortability, ...(clickHouse ? sendingStatements : [])],
          provide: { clickHouse, clickHouseAdvice },
        },
      },
      {
        test: {
          name: 'web',
          root: 'web',
          include: ['src/**/*.test.ts'],
          environment: 'node',
          retry,
          testTimeout: 60_000,
        },
      },
      browserProject('browser', { exclude: [ofOnePage] }),
      browserProject('browser-page', { include: [ofOnePage], isolate: true }),
    ],
  },
})
