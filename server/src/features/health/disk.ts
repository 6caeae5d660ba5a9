import { open, rm } from 'node:fs/promises'
import { join } from 'node:path'

/** Larger than what file systems store inline with a file's name. */
const bytes = Buffer.alloc(8192, 'gensvar\n')

/** Name of the file that is written and removed again, in the data folder. */
export const trialFile = 'health-check'

/** Writes a small file into a folder, flushes it to the disk and removes it. Rejects when any step fails. */
export async function tryDisk(folder: string): Promise<void> {
  const path = join(folder, trialFile)
  const file = await open(path, 'w', 0o600)
  try {
    await file.writeFile(bytes)
    await file.sync()
  } finally {
    await file.close()
  }
  await rm(path)
}
