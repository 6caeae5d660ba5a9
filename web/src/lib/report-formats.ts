/** Names of the formats of reports, which are the same in every language. */
export const formatNames = { xlsx: 'Excel', csv: 'CSV', pdf: 'PDF' } as const
