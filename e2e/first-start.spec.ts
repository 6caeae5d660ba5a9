import { expect, signIn, test } from './fixtures.ts'
import { startProduct } from './product.ts'

test('while the demo is being made its users are told how far it is, and go on by themselves (LOGIN-07a) (LOGIN-08)', async ({
  openWindow,
}) => {
  // Making the demo takes half a minute, and several on a busy machine.
  test.setTimeout(420_000)
  const product = await startProduct()
  try {
    const page = await openWindow({ baseURL: product.url })
    await signIn(page, 'admin')
    const preparing = page.getByRole('status')
    await expect(preparing).toContainText('Your login is almost ready')
    await expect(preparing).toContainText(/\d+\s?%/)
    // No click is needed: the screen polls until the data is there.
    await expect(page.getByRole('heading', { name: 'Overview', level: 1 })).toBeAttached({ timeout: 300_000 })
    await expect(page.getByRole('article', { name: 'CSI' })).toContainText(/\d answers/)
  } finally {
    await product.stop()
  }
})
