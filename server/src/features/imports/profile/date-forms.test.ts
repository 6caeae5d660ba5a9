import fc from 'fast-check'
import { expect, test } from 'vitest'
import { compileDateFormat } from './date-format.ts'
import { dateForms, dayFirst, excelForm, mayBeDate, monthFirst } from './date-forms.ts'

function read(text: string): string[] {
  return dateForms.flatMap((form) => {
    const moment = form.read(text)
    return moment ? [`${form.name}: ${moment.day}${moment.time === null ? '' : ` ${moment.time}`}`] : []
  })
}

test.each([
  ['2024-02-29', ['yyyy-mm-dd: 2024-02-29']],
  ['2024/2/9 14:05', ['yyyy-mm-dd: 2024-02-09 14:05:00']],
  ['2024-02-29T14:05:09.123Z', ['yyyy-mm-dd: 2024-02-29 14:05:09']],
  ['2019/06/01 3:04:05 PM GMT+3', ['yyyy-mm-dd: 2019-06-01 15:04:05']],
  ['29.2.2024', ['dd.mm.yyyy: 2024-02-29']],
  ['31.12.99', ['dd.mm.yyyy: 1999-12-31']],
  ['13/01/2024', ['dd/mm/yyyy: 2024-01-13']],
  ['1/13/2024 12:30 am', ['mm/dd/yyyy: 2024-01-13 00:30:00']],
  ['03/04/2024', ['dd/mm/yyyy: 2024-04-03', 'mm/dd/yyyy: 2024-03-04']],
  ['9 March 2014', ['d month yyyy: 2014-03-09']],
  ['den 9 mars 2014', ['d month yyyy: 2014-03-09']],
  ['9. maaliskuuta 2014', ['d month yyyy: 2014-03-09']],
  ['Mar 9, 2014', ['month d, yyyy: 2014-03-09']],
  ['20140309', ['yyyymmdd: 2014-03-09']],
  ['41707', ['excel: 2014-03-09']],
  ['41707.75', ['excel: 2014-03-09 18:00:00']],
  ['2014-03', ['yyyy-mm: 2014-03-01']],
  ['mars 2014', ['yyyy-mm: 2014-03-01']],
])('%s', (text, readings) => {
  expect(read(text)).toEqual(readings)
  expect(mayBeDate(text)).toBe(true)
})

test.each(['31.02.2024', '2023-02-29', '99/99/2024', '12', 'yesterday', '2024-13-01', '10.0.0.1', 'Mayhem 3, 2014'])(
  '%s is no date',
  (text) => expect(read(text)).toEqual([]),
)

test('what cannot be a date is read by no form', () => {
  const piece = fc.constantFrom(
    '20',
    '24',
    '3',
    '09',
    '1',
    '/',
    '-',
    '.',
    ',',
    ' ',
    'T',
    ':',
    'March',
    'mars',
    'Mon',
    '5th',
    'kl',
    'am',
  )
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 9 }), (pieces) => {
      const text = pieces.join('')
      if (!mayBeDate(text)) expect(read(text)).toEqual([])
    }),
    { numRuns: 5000 },
  )
  for (const text of ['R0000001', 'Store12A', 'yesterday', '']) expect(mayBeDate(text)).toBe(false)
})

test('any day is read back in every form of digits', () => {
  const days = fc.date({ min: new Date('1950-01-01'), max: new Date('2099-12-31'), noInvalidDate: true })
  fc.assert(
    fc.property(days, (date) => {
      const iso = date.toISOString().slice(0, 10)
      const [year = '', month = '', day = ''] = iso.split('-')
      expect(dateForms[0]?.read(iso)?.day).toBe(iso)
      expect(dateForms[1]?.read(`${day}.${month}.${year}`)?.day).toBe(iso)
      expect(dayFirst.read(`${Number(day)}/${Number(month)}/${year}`)?.day).toBe(iso)
      expect(monthFirst.read(`${month}-${day}-${year}`)?.day).toBe(iso)
    }),
  )
})

test.each([
  ['dd/mm/yyyy', '3/4/2024', '2024-04-03'],
  ['mm/dd/yyyy', '03/04/2024', '2024-03-04'],
  ['yyyy/dd/mm', '2024/03/04', '2024-04-03'],
  ['d.m.yy', '3.4.24', '2024-04-03'],
  ['mmm d, yyyy', 'Apr 3, 2024', '2024-04-03'],
  ['dd/mm/yyyy', '03/04/2024 10:15:00', '2024-04-03'],
  ['excel', '41707', '2014-03-09'],
])('the format %s reads %s', (format, text, day) => expect(compileDateFormat(format).read(text)?.day).toBe(day))

test('the format yyyy-mm-dd hh:mm knows minutes from months', () => {
  expect(compileDateFormat('yyyy-mm-dd hh:mm').read('2024-04-03 10:59')).toEqual({
    day: '2024-04-03',
    time: '10:59:00',
  })
})

test.each(['dd/mm', 'yyyy', 'nonsense', ''])('the format "%s" is refused', (format) => {
  expect(() => compileDateFormat(format)).toThrow(
    expect.objectContaining({ code: 'validation', settings: ['dateFormat'] }),
  )
})

test('day 60 and later of a spreadsheet are the days it shows', () => {
  expect(excelForm.read('25569')?.day).toBe('1970-01-01')
})
