/** Generates the AsyncAPI 3.0 document of the realtime events from their schemas. */
import { type EventName, events } from './answers/index.ts'
import { type Components, type Json, jsonSchema } from './json-schema.ts'

const audiences = {
  everybody: 'to everybody who is connected',
  market: 'to who subscribed to the market',
  owner:
    'to the user alone; a second argument beside the payload is the number of the event among his own',
  connection: 'to one connection, at its beginning',
} as const

/** The payload that a client sends: a market and a selection of events. */
const subscription = {
  type: 'object',
  properties: {
    pair: { type: 'string' },
    only: {
      type: 'array',
      items: { enum: ['sells', 'buys', 'histories', 'market_update', 'pulse'] },
    },
  },
  required: ['pair'],
} as const

const security = [{ $ref: '#/components/securitySchemes/session' }]

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the keys of that very table
const names = Object.keys(events) as EventName[]
const inChannel = (name: string) => ({ $ref: `#/channels/realtime/messages/${name}` })
const channel = { $ref: '#/channels/realtime' }

/** The document of all events. */
export function asyncApiDocument(): Json {
  const schemas: Components = {}
  const messages = buildMessages(schemas)
  return {
    asyncapi: '3.0.0',
    info: {
      title: 'Tukar, realtime events',
      version: '0.1.0',
      description:
        'Events of socket.io 4. `GET /realtime/events` streams the same frames, each as `data: [name, payload]`.',
      license: { name: 'MIT', url: 'https://opensource.org/license/mit' },
    },
    channels: {
      realtime: {
        address: '/socket.io',
        messages: Object.fromEntries(
          Object.keys(messages).map((name) => [name, { $ref: `#/components/messages/${name}` }]),
        ),
      },
    },
    operations: {
      tell: { action: 'send', channel, security, messages: names.map(inChannel) },
      subscribe: { action: 'receive', channel, security, messages: [inChannel('subscribe')] },
    },
    components: { messages, schemas, securitySchemes: { session } },
  }
}

const session = {
  type: 'httpApiKey',
  in: 'header',
  name: 'jwt',
  description: 'Of own events alone. A socket sends it as `auth.token` of its handshake.',
} as const

function buildMessages(components: Components): Json {
  const sent = names.map((name) => [
    name,
    {
      name,
      summary: audiences[events[name].to],
      contentType: 'application/json',
      payload: jsonSchema(events[name].carries, 'output', components),
    },
  ])
  const subscribe = {
    name: 'subscribe',
    summary: 'from a client: watches a market instead of the one before',
    contentType: 'application/json',
    payload: subscription,
  }
  return { ...Object.fromEntries(sent), subscribe }
}
