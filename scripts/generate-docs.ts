import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { apiPapers } from './api-papers.ts'
import { root } from './find-node.mjs'
import { widgetPapers } from './widget-papers.ts'

const isCheck = process.argv.includes('--check')

for (const { path, text } of [...widgetPapers(), ...(await apiPapers())]) {
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
