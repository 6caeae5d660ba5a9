// Makes a Chromium available to the browser tests, installing Debian's where that is allowed.
import { spawnSync } from 'node:child_process'
import { findChromium } from './find-chromium.mjs'

/** The message if there is no Chromium and it cannot be installed. */
export const chromiumAdvice =
  'The browser tests need Chromium. Install it (Debian, Ubuntu: sudo apt-get install chromium; others: see ' +
  'https://www.chromium.org) or set CHROMIUM=/path/to/chromium, then run npm test again.'

/** Installs Chromium if it is missing and allowed; prints a message otherwise. Never exits. */
export function installTestTools() {
  if (findChromium()) return
  const mayInstall = process.getuid?.() === 0 && run('apt-get', ['--version'], 'ignore')
  if (mayInstall) {
    console.error('Installing Chromium for the browser tests ...')
    const install = ['install', '-y', '-qq', '--no-install-recommends', 'chromium', 'fonts-liberation']
    if (run('apt-get', ['update', '-qq'], 'ignore') && run('apt-get', install, 'ignore') && findChromium()) return
    console.error('Chromium could not be installed with apt-get.')
  }
  console.error(chromiumAdvice)
}

function run(command, args, stdio) {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  return spawnSync(command, args, { stdio, env }).status === 0
}
