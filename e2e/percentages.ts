import type { Page } from '@playwright/test'

/** A percentage in the text of a page, and whether it is a share of sentiments. */
interface Percentage {
  text: string
  decimals: number
  isOfSentiments: boolean
}

/** The percentages that an English page shows, but for the confidence of intervals. */
export function percentagesOn(page: Page): Promise<Percentage[]> {
  return page.locator('main').evaluate((main) => {
    const found: Percentage[] = []
    const texts = document.createTreeWalker(main, NodeFilter.SHOW_TEXT)
    for (let node = texts.nextNode(); node !== null; node = texts.nextNode()) {
      // Axes have round numbers.
      if (node.parentElement?.closest('svg')) continue
      const card = node.parentElement?.closest('section, article')
      const told = (node.nodeValue ?? '').replaceAll(/95 % interval|(?:exceed|up to) 100 %/g, '')
      for (const [text, fraction = ''] of told.matchAll(/\d[\d,]*(?:\.(\d+))?\s*%/g))
        found.push({ text, decimals: fraction.length, isOfSentiments: card?.querySelector('[data-sentiment]') != null })
    }
    return found
  })
}
