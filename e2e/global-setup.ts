import { buildWeb } from '../scripts/build-web.mjs'
import { copyOfDemo } from './demo-copy.ts'
import { startProduct } from './product.ts'

/** Builds the web if it changed and starts the product once for all tests; returns a function that stops it. */
export default async function globalSetup(): Promise<() => Promise<void>> {
  // Neither needs the other, and each leaves a core idle.
  const [demo] = await Promise.all([copyOfDemo(), buildWeb(process.execPath)])
  const product = await startProduct(demo)
  process.env['E2E_URL'] = product.url
  process.env['E2E_DATA'] = product.dataFolder
  return product.stop
}
