/** An upload as the browser does it: half of the file is sent at once, the rest when the answer is there. */
class ServedUpload extends EventTarget {
  readonly upload = new EventTarget()
  status = 0
  responseText = ''
  #method = ''
  #url = ''
  readonly #headers = new Headers()
  readonly #ending = new AbortController()

  open(method: string, url: string): void {
    this.#method = method
    this.#url = url
  }

  setRequestHeader(name: string, value: string): void {
    this.#headers.set(name, value)
  }

  send(file: Blob): void {
    const tell = (loaded: number) =>
      this.upload.dispatchEvent(new ProgressEvent('progress', { loaded, total: file.size, lengthComputable: true }))
    const request = { method: this.#method, headers: this.#headers, body: file, signal: this.#ending.signal }
    tell(Math.floor(file.size / 2))
    fetch(this.#url, request)
      .then(async (response) => {
        if (this.#ending.signal.aborted) return
        tell(file.size)
        this.status = response.status
        this.responseText = await response.text()
        if (!this.#ending.signal.aborted) this.dispatchEvent(new ProgressEvent('load'))
      })
      .catch(() => this.dispatchEvent(new ProgressEvent('error')))
      .finally(() => this.dispatchEvent(new ProgressEvent('loadend')))
  }

  abort(): void {
    this.#ending.abort()
  }
}

/** Has uploads answered by `fetch`, which tests replace; returns how to end that. */
export function serveUploads(): () => void {
  const real = window.XMLHttpRequest
  window.XMLHttpRequest = ServedUpload as unknown as typeof XMLHttpRequest
  return () => {
    window.XMLHttpRequest = real
  }
}
