import { rm } from 'node:fs/promises'

/** After the last journey: the server's data goes, unless a trace of a failure lies in it. */
export default async function removeData(): Promise<void> {
  const folder = process.env['E2E_DATA']
  if (folder) await rm(folder, { recursive: true, force: true })
}
