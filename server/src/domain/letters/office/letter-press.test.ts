import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { access, chmod, mkdir, mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { AppError } from '#server/platform/errors.ts'
import { hostileLetter } from '#server/testing/hostile-letter.ts'
import { letterFile } from '#server/testing/letters.ts'
import { hasOffice, pdfText } from '#server/testing/office.ts'
import { takeLetter } from '../letter-document.ts'
import { findOffice } from './find-office.ts'
import type { Office } from './find-office.ts'
import { LetterPress } from './letter-press.ts'
import { LetterFault } from './office-process.ts'

const run = promisify(execFile)
const plain = (text: string): string => letterFile({ body: `<text:p>${text}</text:p>` }).toString()

let folder: string
let press: LetterPress
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gensvar-press-'))
  press = new LetterPress(null, { parent: folder })
})
afterAll(async () => {
  await press.close()
  expect(await readdir(folder)).toEqual([])
  await rm(folder, { recursive: true })
})

/** What keeps a letter from being printed. */
async function faultOf(printing: Promise<unknown>): Promise<string> {
  const error: unknown = await printing.then(
    () => null,
    (failure: unknown) => failure,
  )
  if (error instanceof LetterFault || error instanceof AppError) return String(error.words)
  throw error instanceof Error ? error : new Error('it was printed')
}

test('without LibreOffice it is said what to install, and nothing else breaks', async () => {
  const without = new LetterPress(join(folder, 'soffice'))
  expect(await without.isReady()).toBe(false)
  expect(await faultOf(without.print(plain('a')))).toMatch(/install.*libreoffice-writer-nogui/)
})

test('a LibreOffice that does not start, or ends at once, is told in words', async () => {
  const broken = join(folder, 'soffice')
  await writeFile(broken, '#!/bin/sh\nexit 3\n')
  await chmod(broken, 0o755)
  const press = new LetterPress(null, { office: { soffice: broken, python: '/usr/bin/python3', withoutNetwork: [] } })
  expect(await faultOf(press.print(plain('a')))).toMatch(/does not start/)
  await rm(broken)
})

describe.skipIf(!hasOffice)('with LibreOffice (it needs the packages that README names)', () => {
  test('letters are printed one after the other, each with its own text and number of pages', async () => {
    const long = Array.from({ length: 120 }, (_, n) => `<text:p>Line ${n}</text:p>`).join('')
    const letters = await Promise.all([
      press.print(plain('Hej Åse &amp; Ole')),
      press.print(letterFile({ body: long }).toString()),
    ])
    expect(letters.map(({ pages }) => pages)).toEqual([1, 3])
    expect(await pdfText(letters[0].pdf)).toContain('Hej Åse & Ole')
    expect(await pdfText(letters[1].pdf)).toContain('Line 119')
  })

  test('nothing is fetched and no macro runs, whether the letter was cleaned or not', async () => {
    const asked: string[] = []
    const server = createServer((request, response) => {
      asked.push(request.url ?? '')
      response.end()
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const touched = join(folder, 'touched')
    const isTouched = (): Promise<boolean> =>
      access(touched).then(
        () => true,
        () => false,
      )
    const letter = hostileLetter(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, touched)
    const found = await findOffice(null)
    if (!found) throw new Error('LibreOffice is installed but not found')
    const networked = new LetterPress(null, { office: { ...found, withoutNetwork: [] }, parent: folder })
    try {
      const { document } = takeLetter(letter, new Set())
      // Cleaned, by a LibreOffice that could reach the server.
      const cleaned = await pdfText((await networked.print(document)).pdf)
      for (const text of ['Before', 'Section', 'a web address', 'After']) expect(cleaned).toContain(text)
      expect(cleaned).not.toMatch(/root:x:0|ran/)
      expect(asked).toEqual([])
      // As it came, by ours: it has no network and runs nothing.
      await press.print(letter.toString()).catch(() => null)
      expect(asked).toEqual([])
      expect(await isTouched()).toBe(false)
      // Both would notice: LibreOffice by itself asks the server, and the macro writes where somebody calls it.
      await writeFile(join(folder, 'hostile.fodt'), letter)
      const args = [`-env:UserInstallation=file://${join(folder, 'open')}`, '--headless', '--convert-to', 'pdf']
      await run('soffice', [...args, '--outdir', folder, join(folder, 'hostile.fodt')], { timeout: 60_000 })
      expect(asked.length).toBeGreaterThan(0)
      await callMacro(found)
      expect(await isTouched()).toBe(true)
    } finally {
      await networked.close()
      server.close()
      for (const name of ['open', 'hostile.fodt', 'hostile.pdf', 'touched'])
        await rm(join(folder, name), { recursive: true, force: true })
    }
  }, 60_000)

  test('a LibreOffice that is killed or stands still is told in words, and the next letter is printed', async () => {
    const short = new LetterPress(null, { time: 1500, parent: folder })
    try {
      await short.print(plain('first'))
      const stopped = short.pid ?? 0
      for (const pid of await groupOf(stopped)) process.kill(pid, 'SIGSTOP')
      expect(await faultOf(short.print(plain('second')))).toMatch(/did not finish this letter within 1.5 seconds/)
      expect(await groupOf(stopped)).toEqual([])
      expect(await pdfText((await short.print(plain('third'))).pdf)).toContain('third')
      const group = await groupOf(short.pid ?? 0)
      for (const pid of group) process.kill(pid, 'SIGSTOP')
      const fourth = faultOf(short.print(plain('fourth')))
      for (const pid of group) process.kill(pid, 'SIGKILL')
      expect(await fourth).toMatch(/broke off at this letter|did not finish/)
      expect(await pdfText((await short.print(plain('fifth'))).pdf)).toContain('fifth')
    } finally {
      await short.close()
    }
  }, 60_000)

  test('LibreOffice is started anew after so many letters, and ended where nobody needs it', async () => {
    const few = new LetterPress(null, { perProcess: 2, idleTime: 50, parent: folder })
    const pids = new Set<number | null>()
    for (const text of ['a', 'b', 'c']) {
      await few.print(plain(text))
      pids.add(few.pid)
    }
    expect(pids.size).toBe(2)
    await expect.poll(() => few.pid).toBe(null)
    await expect.poll(async () => (await Promise.all([...pids].map((pid) => groupOf(pid ?? 0)))).flat()).toEqual([])
    await few.close()
  }, 60_000)

  test('too many letters at a time are refused, and those of a caller who leaves are not printed', async () => {
    const small = new LetterPress(null, { mostWaiting: 1, parent: folder })
    const leaving = new AbortController()
    const first = small.print(plain('a'), { caller: 'a', signal: leaving.signal })
    expect(await faultOf(small.print(plain('b')))).toMatch(/Too many letters/)
    await first
    leaving.abort(new Error('left'))
    await expect(small.print(plain('c'), { caller: 'a', signal: leaving.signal })).rejects.toThrow('left')
    await small.close()
  }, 60_000)

  test.skipIf(process.getuid?.() !== 0)(
    'a full disk is told in words (it needs root)',
    async () => {
      const disk = join(folder, 'disk')
      await mkdir(disk)
      const mounted = await run('mount', ['-t', 'tmpfs', '-o', 'size=24m', 'tmpfs', disk]).then(
        () => true,
        () => false,
      )
      if (!mounted) return rm(disk, { recursive: true })
      const full = new LetterPress(null, { parent: disk })
      try {
        await full.print(plain('a'))
        await writeFile(join(disk, 'rest'), Buffer.alloc(30_000_000)).catch(() => null)
        expect(await faultOf(full.print(plain('b')))).toMatch(/disk is full/)
        await rm(join(disk, 'rest'))
        expect(await pdfText((await full.print(plain('c'))).pdf)).toContain('c')
      } finally {
        await full.close()
        await run('umount', [disk])
        await rm(disk, { recursive: true })
      }
    },
    60_000,
  )
})

/** Opens the hostile letter by a copy of our script that allows macros and calls that of the letter. */
async function callMacro({ soffice, python }: Office): Promise<void> {
  const runs = join(folder, 'run')
  await mkdir(runs)
  const ours = await readFile(new URL('press.py', import.meta.url), 'utf8')
  const name = 'vnd.sun.star.script:Standard.Run.Main?language=Basic&location=document'
  const call = `document.getScriptProvider().getScript("${name}").invoke((), (), ())`
  const script = ours
    .replace('MacroExecutionMode=0', 'MacroExecutionMode=4')
    .replace('    try:\n        document.storeToURL', `    try:\n        ${call}\n        document.storeToURL`)
  expect(script).toContain(call)
  await writeFile(join(folder, 'calls.py'), script)
  const child = spawn(python, [join(folder, 'calls.py'), soffice, runs], { detached: true, stdio: 'pipe' })
  child.stdin.write(
    `${JSON.stringify({ id: 1, from: join(folder, 'hostile.fodt'), to: join(folder, 'hostile.pdf') })}\n`,
  )
  for await (const line of createInterface({ input: child.stdout })) if (line.includes('"id": 1')) break
  child.stdin.end()
  await once(child, 'exit')
  await rm(join(folder, 'calls.py'))
}

/** Processes of a group, by /proc. */
async function groupOf(leader: number): Promise<number[]> {
  const found: number[] = []
  for (const name of await readdir('/proc')) {
    if (!/^\d+$/.test(name)) continue
    const stat = await readFile(`/proc/${name}/stat`, 'utf8').catch(() => '')
    const [state, , group] = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    if (Number(group) === leader && state !== 'Z') found.push(Number(name))
  }
  return found
}
