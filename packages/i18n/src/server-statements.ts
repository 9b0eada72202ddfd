/** What the server says to who asks for a statement. */

export const statementSentences = {
  'statement.bad_period': {
    en: 'Choose a first and a last day, at most {max} days in all.',
    id: 'Pilih hari pertama dan hari terakhir, paling banyak {max} hari.',
  },
} as const
