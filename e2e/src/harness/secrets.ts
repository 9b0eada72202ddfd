/** Secrets of servers that tests give a database: a restarted server may have another data folder. */
export const sharedSecret = Buffer.from('a secret of the server, for tests')

export const sharedSecrets = {
  TUKAR_SECRET_KEY: sharedSecret.toString('base64'),
  TUKAR_ENGINE_KEY: Buffer.from('a secret of the engine, for tests').toString('base64'),
} as const
