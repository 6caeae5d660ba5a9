// The thread that turns MJML into HTML, so that the server answers meanwhile.
import { parentPort } from 'node:worker_threads'
import mjml2html from 'mjml'
import type { MjmlAnswer, MjmlOrder } from './mjml-order.ts'

parentPort?.on('message', async ({ id, mjml }: MjmlOrder) => {
  try {
    // No fonts: readers would load them from elsewhere. Nothing is included, beautified or minified.
    const { html, errors } = await mjml2html(mjml, { validationLevel: 'soft', fonts: {}, keepComments: false })
    answer({ id, kind: 'html', html, errors: errors.map(({ line, message }) => ({ line, message })) })
  } catch (error) {
    answer({ id, kind: 'failed', message: error instanceof Error ? error.message : String(error) })
  }
})

function answer(message: MjmlAnswer): void {
  parentPort?.postMessage(message)
}
