-- The proof that a withdrawal of rupiah is what its owner asked for; null: asked for before there was one.
alter table wallets.withdrawal add column request_mac bytea;
