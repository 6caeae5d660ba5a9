import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { apiReference } from './api-reference.ts'
import { root } from './find-node.mjs'
import { scriptReference } from './script-reference.ts'
import { widgetReference } from './widget-reference.ts'

const isCheck = process.argv.includes('--check')

for (const { path, text } of [...widgetReference(), ...scriptReference(), ...(await apiReference())]) {
  const file = join(root, path)
  const found = await readFile(file, 'utf8').catch(() => '')
  if (found === text) continue
  if (isCheck) {
    console.error(`${path} is not what the contract says; run npm run docs`)
    process.exitCode = 1
  } else {
    await mkdir(dirname(file), { recursive: true })
    await writeFile(file, text)
    console.log(`wrote ${path}`)
  }
}
