/** All that others may use of this package: languages, catalogues, and numbers, money and dates. */
export * from './language.ts'
export * from './catalogue.ts'
export * from './numbers.ts'
export * from './dates.ts'
export * from './texts.ts'
export * from './amount-input.ts'
export * from './amount-words.ts'
export * from './features/shell.ts'
