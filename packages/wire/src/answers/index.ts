/** What calls give: one schema for each row and answer, which server and browser take their types from. */
export * from './accounts.ts'
export * from './content.ts'
export * from './desk-tax.ts'
export * from './identity.ts'
export * from './records.ts'
export * from './shapes.ts'
export * from './trading.ts'
export * from './whole.ts'
