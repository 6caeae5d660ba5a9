import { defineConfig } from '@playwright/test'
import { chromiumArguments, findChromium } from '../scripts/find-chromium.mjs'

const chromium = findChromium()

/** The product is started once by the global setup; two tests run side by side against it. */
export default defineConfig({
  testDir: '.',
  outputDir: '../test-results',
  globalSetup: './global-setup.ts',
  workers: 2,
  // By test, because files differ so much that one worker would be idle at the end.
  fullyParallel: true,
  // Shared CI machines stall at times, so a failed test is retried once there.
  retries: process.env['CI'] === undefined ? 0 : 1,
  timeout: 240_000,
  globalTimeout: 45 * 60_000,
  expect: { timeout: 20_000 },
  forbidOnly: process.env['CI'] !== undefined,
  use: {
    viewport: { width: 1440, height: 900 },
    locale: 'en-GB',
    timezoneId: 'Europe/Stockholm',
    // No animations, so that tests need not wait for them.
    contextOptions: { reducedMotion: 'reduce' },
    actionTimeout: 20_000,
    navigationTimeout: 40_000,
    launchOptions: { ...(chromium && { executablePath: chromium }), args: [...chromiumArguments] },
  },
})
