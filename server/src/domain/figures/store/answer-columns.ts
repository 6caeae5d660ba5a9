import type { Question } from '#server/domain/survey/survey-model.ts'
import type { Cell, Column } from './analytics-store.ts'
import { facetCodes, facetColumn, sentimentColumn } from './comment-columns.ts'
import { periodsOfDay } from './periods-of-day.ts'

/** An answer as the system of record holds it. */
export type StoredAnswer = number | string | readonly string[]

/** The columns of one question, and how an answer is written into them. They stay null where nothing is written. */
export interface AnswerColumns {
  columns: readonly Column[]
  /** Writes into `into[first]` and the columns after it. False for an answer that the column cannot hold. */
  write(into: Cell[][], first: number, row: number, answer: StoredAnswer): boolean
}

/** Column of a question; of a multiple choice, the column of one choice: 1 chosen, 0 not, null not answered. */
export function questionColumn(question: Question, code?: number): string {
  if (question.facet)
    return facetColumn(question.facet, code === undefined ? undefined : question.choiceByCode.get(code)?.extName)
  return code === undefined ? `q${question.id}` : `q${question.id}_${code}`
}

/** Values in the column of a choice of a multiple choice by which it is chosen. */
export function chosenValues({ facet }: Pick<Question, 'facet'>): readonly number[] {
  return facet ? facetCodes(facet.kind) : [1]
}

/** The column that is null where a question is not answered: of a multiple choice, that of any choice. */
export function answeredColumn(question: Question): string | null {
  if (question.facet) return sentimentColumn(question.facet.of)
  if (question.type !== 'multiple') return questionColumn(question)
  const [first] = question.choices
  return first ? questionColumn(question, first.code) : null
}

/**
 * The columns of a question; none for open answers, which are in a separate table. Answers to a scale are nearly always small
 * whole numbers, which are stored in a seventh of the space and read three times as fast as doubles; where `isWide`, there are
 * others.
 */
export function answerColumns(question: Question, isWide: boolean): AnswerColumns {
  const name = questionColumn(question)
  switch (question.type) {
    case 'scale':
      return isWide ? one({ name, type: 'double' }, numberOf) : narrow({ name, type: 'int16' })
    case 'numeric':
      return one({ name, type: 'double' }, numberOf)
    case 'single':
      return one({ name, type: 'int32' }, (answer) => question.choiceByName.get(String(answer))?.code ?? null)
    case 'date':
      return one({ name, type: 'int32' }, dayOf)
    case 'multiple':
      return chosen(question)
    case 'text':
      return { columns: [], write: () => true }
  }
}

function one(column: Column, read: (answer: StoredAnswer) => number | null): AnswerColumns {
  return {
    columns: [column],
    write(into, first, row, answer) {
      put(into, first, row, read(answer))
      return true
    },
  }
}

function narrow(column: Column): AnswerColumns {
  return {
    columns: [column],
    write(into, first, row, answer) {
      const number = numberOf(answer)
      const fits = number === null || isSmallInteger(number)
      if (fits) put(into, first, row, number)
      return fits
    },
  }
}

/** Whether 16 bits hold a number. */
function isSmallInteger(value: number): boolean {
  return (value << 16) >> 16 === value
}

function chosen(question: Question): AnswerColumns {
  const { choices } = question
  return {
    columns: choices.map((choice) => ({ name: questionColumn(question, choice.code), type: 'int8' })),
    write(into, first, row, answer) {
      if (!Array.isArray(answer) || answer.length === 0) return true
      choices.forEach((choice, index) => put(into, first + index, row, Number(answer.includes(choice.extName))))
      return true
    },
  }
}

function put(into: Cell[][], column: number, row: number, value: Cell): void {
  const cells = into[column]
  if (cells) cells[row] = value
}

function numberOf(answer: StoredAnswer): number | null {
  return typeof answer === 'number' && Number.isFinite(answer) ? answer : null
}

function dayOf(answer: StoredAnswer): number | null {
  return typeof answer === 'string' && /^\d{4}-\d\d-\d\d$/.test(answer) ? periodsOfDay(answer).day : null
}
