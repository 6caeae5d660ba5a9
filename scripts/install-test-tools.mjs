// Makes a Chromium, a mail server and LibreOffice available to the tests, installing Debian's where that is allowed.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { findChromium } from './find-chromium.mjs'

/** The message if there is no Chromium and it cannot be installed. */
export const chromiumAdvice =
  'The browser tests need Chromium. Install it (Debian, Ubuntu: sudo apt-get install chromium; others: see ' +
  'https://www.chromium.org) or set CHROMIUM=/path/to/chromium, then run npm test again.'

/** A mail server that tests send through; they are skipped where it is missing. */
const mailServer = '/usr/sbin/smtpd'
/** Whatever sends the mail of this machine has a program of this name. */
const ownMailServer = '/usr/sbin/sendmail'

/** What prints letters, joins them and reads them; tests of letters are skipped where it is missing. */
const letterPrograms = [
  '/usr/bin/soffice',
  '/usr/lib/python3/dist-packages/uno.py',
  '/usr/bin/qpdf',
  '/usr/bin/pdftotext',
]
const letterPackages = [
  ...['libreoffice-writer-nogui', 'python3-uno', 'fonts-liberation', 'fonts-dejavu-core', 'qpdf', 'poppler-utils'],
]

/** Installs Chromium, OpenSMTPD, and LibreOffice, if they are missing and allowed; prints a message otherwise. Never exits. */
export function installTestTools() {
  const mayInstall = process.getuid?.() === 0 && run('apt-get', ['--version'], 'ignore')
  if (!findChromium()) {
    const isThere = mayInstall && install('Chromium for the browser tests', ['chromium', 'fonts-liberation'])
    if (!isThere || !findChromium()) console.error(chromiumAdvice)
  }
  // Installing one removes any other, so never where the machine has a mail server of its own.
  if (mayInstall && !existsSync(mailServer) && !existsSync(ownMailServer))
    install('OpenSMTPD for the tests of mail', ['opensmtpd'])
  if (mayInstall && !letterPrograms.every((path) => existsSync(path)))
    install('LibreOffice for the tests of letters', letterPackages)
}

/** Installs packages of Debian; returns whether that worked. */
function install(what, packages) {
  console.error(`Installing ${what} ...`)
  const asked = ['install', '-y', '-qq', '--no-install-recommends', ...packages]
  if (run('apt-get', ['update', '-qq'], 'ignore') && run('apt-get', asked, 'ignore')) return true
  console.error(`${what} could not be installed with apt-get.`)
  return false
}

function run(command, args, stdio) {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  return spawnSync(command, args, { stdio, env }).status === 0
}
