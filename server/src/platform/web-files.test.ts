import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testApp } from '#server/testing/test-app.ts'
import type { TestApp } from '#server/testing/test-app.ts'

let folder: string
let running: TestApp

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gensvar-web-'))
  await mkdir(join(folder, 'assets'))
  await writeFile(join(folder, 'index.html'), '<title>Page</title>')
  await writeFile(join(folder, 'assets', 'app-1a2b.js'), 'export {}')
  running = await testApp({}, { webFolder: folder })
})
afterAll(async () => {
  await running.close()
  await rm(folder, { recursive: true, force: true })
})

function open(url: string) {
  return running.app.inject({ url, headers: { accept: 'text/html,*/*' } })
}

describe('the built web', () => {
  test('answers every screen with its page, never kept by the browser', async () => {
    for (const url of ['/', '/ranking/visits/country=se;age=range_18_35', '/new/']) {
      const page = await open(url)
      expect(page.body, url).toBe('<title>Page</title>')
      expect(page.statusCode, url).toBe(200)
      expect(page.headers['cache-control'], url).toBe('no-cache')
    }
  })

  test('answers a probe that takes anything like a browser', async () => {
    for (const url of ['/', '/ranking/visits/root']) {
      const page = await running.app.inject({ url, headers: { accept: '*/*' } })
      expect(page.body, url).toBe('<title>Page</title>')
    }
    expect((await running.app.inject({ url: '/' })).statusCode).toBe(200)
    expect((await running.app.inject({ url: '/', headers: { accept: 'application/json' } })).statusCode).toBe(404)
    expect((await running.app.inject({ url: '/favicon.ico', headers: { accept: '*/*' } })).statusCode).toBe(404)
  })

  test('lets the browser keep files whose name carries a hash', async () => {
    const file = await open('/new/assets/app-1a2b.js')
    expect(file.body).toBe('export {}')
    expect(file.headers['cache-control']).toContain('immutable')
    expect((await open('/new/assets/gone.js')).headers['cache-control']).not.toContain('immutable')
  })

  test('redirects a screen under the base path to where it lives', async () => {
    const moved = await open('/new/ranking/visits/root?tab=1')
    expect(moved.statusCode).toBe(302)
    expect(moved.headers.location).toBe('/ranking/visits/root?tab=1')
    // Two slashes would name another host.
    for (const url of ['/new//evil.example/x', '/new/%2Fevil.example'])
      expect((await open(url)).headers.location ?? '', url).not.toMatch(/^\/\//)
  })

  test('gives no page for an unknown call, nor for a missing script', async () => {
    expect((await open('/rest/nothing')).json().code).toBe('not_found')
    const script = await running.app.inject({ url: '/new/assets/gone.js', headers: { accept: '*/*' } })
    expect(script.statusCode).toBe(404)
  })

  test('does not give away files beside it', async () => {
    const outside = await running.app.inject({ url: '/new/..%2f..%2fetc%2fpasswd', headers: { accept: '*/*' } })
    expect(outside.statusCode).not.toBe(200)
  })
})
