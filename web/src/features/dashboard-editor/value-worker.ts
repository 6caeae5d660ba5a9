// Runs beside the page: answers each text with its value.
import { valueOf } from './structure/draft-pages.ts'

self.addEventListener('message', ({ data }: MessageEvent<string>) => self.postMessage(valueOf(data)))
