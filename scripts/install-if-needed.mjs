// Installs the dependencies when the lockfile differs from the one they were installed from. Runs before anything is
// installed, so it uses Node's own modules alone.
import { fileURLToPath } from 'node:url'
import { installFolder } from './install-folder.mjs'

const [major, minor] = process.versions.node.split('.').map(Number)
if (major < 20 || (major === 20 && minor < 19)) {
  console.error(
    `Gensvar needs Node 20.19 or later to install; this is ${process.versions.node}. See https://nodejs.org`,
  )
  process.exit(1)
}

const root = fileURLToPath(new URL('..', import.meta.url))
if (!installFolder(root, 'Installing the dependencies (once; about a minute) ...')) {
  console.error(
    '\nThe dependencies could not be installed. Look at the lines above: most often the network or a proxy is in ' +
      'the way. Then start again.',
  )
  process.exit(1)
}
if (process.argv.includes('--with-test-tools')) {
  const { installTestTools } = await import('./install-test-tools.mjs')
  installTestTools()
}
