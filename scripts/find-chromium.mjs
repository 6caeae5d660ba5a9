// The Chromium of the browser tests: CHROMIUM, or the one on the path.
import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']

/**
 * What is turned off in Chromium. Every window opens two pages of the browser's own for what its address bar suggests, which
 * costs a second of CPU time. Chromium follows the last list it is given alone, so those that Playwright turns off follow.
 */
export const disabledFeatures = [
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  'WebUIOmniboxFullPopup',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'TcpPortRandomizationWin',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
  'msForceBrowserSignIn',
  'msEdgeUpdateLaunchServicesPreferredVersion',
]

/** What Chromium needs to run without a screen, as root and in a container, and without work that no test looks at. */
export const chromiumArguments = [
  '--no-sandbox',
  '--disable-dev-shm-usage',
  '--disable-gpu',
  `--disable-features=${disabledFeatures.join(',')}`,
]

/** Path of a Chromium on this machine, or null. */
export function findChromium() {
  const given = process.env.CHROMIUM
  if (given) return isExecutable(given) ? given : null
  for (const folder of (process.env.PATH ?? '').split(delimiter))
    for (const name of names) if (isExecutable(join(folder, name))) return join(folder, name)
  return null
}

function isExecutable(path) {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}
