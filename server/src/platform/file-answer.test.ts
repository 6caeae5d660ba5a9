import { expect, test } from 'vitest'
import { attachment } from './file-answer.ts'

test('a file is named in ASCII and as it is', () => {
  expect(attachment('Ranking Malmö (norr) 100%.xlsx')).toBe(
    `attachment; filename="Ranking Malmo (norr) 100_.xlsx"; filename*=UTF-8''Ranking%20Malm%C3%B6%20%28norr%29%20100%25.xlsx`,
  )
  expect(attachment('a"\r\nx: y\ud800.csv')).toBe(
    `attachment; filename="a___x: y_.csv"; filename*=UTF-8''a%22%0D%0Ax%3A%20y%EF%BF%BD.csv`,
  )
})
