/** Somebody a mail is from or to. */
export interface Mailbox {
  /** Empty for none. */
  name: string
  address: string
}

/** A mailbox as settings write it: `Gensvar <feedback@example.com>`, or an address alone. */
export function readMailbox(text: string): Mailbox {
  const found = /^([^<]*)<([^>]+)>\s*$/.exec(text)
  const name = (found?.[1] ?? '').trim().replace(/^"(.*)"$/, '$1')
  return { name, address: (found?.[2] ?? text).trim() }
}
