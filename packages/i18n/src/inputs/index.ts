/** Parsers of typed texts, shared by pages, wire and server. */
export * from './payment-links.ts'
export * from './typed-text.ts'
