/**
 * The reference for calls: Fastify with a schema for body and answer, and no logic. `bare-fastify.js <port>`.
 */
import fastify from 'fastify'

const app = fastify({ logger: false })
const decimal = { type: 'string', pattern: '^\\d{1,20}(\\.\\d{1,18})?$' }

app.post(
  '/exchange/:id',
  {
    schema: {
      body: {
        type: 'object',
        required: ['market_place', 'market_position', 'market_amount'],
        properties: {
          market_place: { enum: ['Limit Buy', 'Limit Sell'] },
          market_position: decimal,
          market_amount: decimal,
          market_amount_maxbalance_marking: { type: 'boolean' },
        },
      },
      response: {
        200: {
          type: 'object',
          properties: {
            success: { type: 'integer' },
            msg: { type: 'string' },
            data: {
              type: 'object',
              properties: { id: { type: 'integer' }, market_status: { type: 'string' } },
            },
          },
        },
      },
    },
  },
  () => ({ success: 1, msg: 'OK', data: { id: 1, market_status: 'open' } }),
)

await app.listen({ port: Number(process.argv[2]), host: '127.0.0.1' })
process.stdout.write('ready\n')
