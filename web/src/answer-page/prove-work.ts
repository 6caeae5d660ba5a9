import { leadingZeros } from './sha256.ts'

/** How long the page is kept from reacting at a time, in ms. */
const slice = 12

/** Looks for the number whose hash with the form has so many zero bits, a little at a time. */
export async function proveWork(form: string, bits: number): Promise<string> {
  for (let number = 0; ;) {
    const until = performance.now() + slice
    while (performance.now() < until)
      for (const end = number + 50; number < end; number++)
        if (leadingZeros(`${form}:${number}`) >= bits) return String(number)
    await new Promise((resolve) => setTimeout(resolve))
  }
}
