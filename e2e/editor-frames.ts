import { build } from 'vite'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { root } from '../scripts/find-node.mjs'

declare global {
  interface Window {
    /** Moments at which frames were drawn, in ms, while they are recorded. */
    drawnAt: number[] | null
    /** When somebody last pressed a button of the mouse, in ms. */
    pressedAt: number
    bareEditor: { open: (place: HTMLElement, text: string) => void }
  }
}

/** An editable text of CodeMirror. */
const editable = '.cm-content[contenteditable="true"]'

/** Makes pages of a window record presses and, while asked, frames; call once, before a page is opened. */
export async function watchFrames(page: Page): Promise<void> {
  await page.addInitScript(() => {
    window.drawnAt = null
    window.pressedAt = 0
    addEventListener('pointerdown', (event) => (window.pressedAt = event.timeStamp), true)
    const note = (at: number) => {
      window.drawnAt?.push(at)
      requestAnimationFrame(note)
    }
    requestAnimationFrame(note)
  })
}

/** Does something and returns the times between the frames that were drawn meanwhile, in ms. */
export async function framesDuring(page: Page, act: () => Promise<void>): Promise<number[]> {
  await page.evaluate(() => (window.drawnAt = []))
  await act()
  const drawn = await page.evaluate(() => {
    const frames = window.drawnAt ?? []
    window.drawnAt = null
    return frames
  })
  return drawn.slice(1).map((at, index) => at - (drawn[index] ?? at))
}

/** Presses what opens an editor; ms until its text can be edited and was drawn. `line` stands in the text. */
export async function timeToEditable(page: Page, press: () => Promise<void>, line: string): Promise<number> {
  await press()
  const drawn = await page.waitForFunction(
    async ([selector, wanted]) => {
      const text = document.querySelector(selector)
      if (!text?.textContent.includes(wanted)) return false
      return new Promise<number>((resolve) =>
        requestAnimationFrame(() => requestAnimationFrame(() => resolve(performance.now() - window.pressedAt))),
      )
    },
    [editable, line] as const,
    { polling: 'raf' },
  )
  return (await drawn.jsonValue()) || Number.NaN
}

/** Types in the middle of the text of the editor that is open, then scrolls from its first line to its last. */
export async function typeAndScroll(page: Page): Promise<void> {
  const text = page.locator(editable)
  await text.click()
  await page.keyboard.press('ControlOrMeta+Home')
  await page.keyboard.press('Escape')
  for (const key of '# typed while frames are counted, one key after the other')
    await page.keyboard.press(key, { delay: 30 })
  for (let step = 0; step < 80; step++) {
    await page.mouse.wheel(0, 500)
    await page.waitForTimeout(16)
  }
}

/** Opens a bare CodeMirror with a text in an empty page; ms until it was drawn. */
export async function openBareEditor(page: Page, text: string): Promise<number> {
  await page.goto('about:blank')
  await page.setContent('<div id="place" style="height: 600px; overflow: hidden"></div>')
  await page.addScriptTag({ content: await bundledEditor() })
  return page.evaluate(
    (given) =>
      new Promise<number>((resolve) => {
        const began = performance.now()
        const place = document.querySelector<HTMLElement>('#place')
        if (place) window.bareEditor.open(place, given)
        requestAnimationFrame(() => requestAnimationFrame(() => resolve(performance.now() - began)))
      }),
    text,
  )
}

/** CodeMirror as its own documentation opens it, with YAML and nothing of the product. */
const bareEditor = `
  import { yaml } from '@codemirror/lang-yaml'
  import { EditorView, basicSetup } from 'codemirror'
  const height = EditorView.theme({ '&': { height: '600px' } })
  export const open = (parent, doc) => new EditorView({ parent, doc, extensions: [basicSetup, yaml(), height] })
`

/** The bare editor as one script. */
async function bundledEditor(): Promise<string> {
  const entry = join(root, 'web', 'bare-editor.js')
  const result = await build({
    configFile: false,
    ...{ root, logLevel: 'silent' },
    plugins: [
      {
        name: 'bare-editor',
        resolveId: (id) => (id === entry ? id : null),
        load: (id) => (id === entry ? bareEditor : null),
      },
    ],
    build: { write: false, lib: { entry, formats: ['iife'], name: 'bareEditor' } },
  })
  const [first] = [result].flat()
  const chunk = first && 'output' in first ? first.output[0] : undefined
  if (chunk?.type !== 'chunk') throw new Error('The bare editor was not bundled')
  return chunk.code
}
