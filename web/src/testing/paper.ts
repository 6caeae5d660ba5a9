import { cdp } from 'vitest/browser'

/** What tests use of the protocol of Chromium. */
interface Protocol {
  send: (method: 'Emulation.setEmulatedMedia', how: { media: '' | 'print' }) => Promise<unknown>
}

const showAs = (media: '' | 'print') => (cdp() as Protocol).send('Emulation.setEmulatedMedia', { media })

/** Looks at the page with the styles of print. */
export async function onPaper(look: () => void): Promise<void> {
  await showAs('print')
  try {
    look()
  } finally {
    await showAs('')
  }
}
