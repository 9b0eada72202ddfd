-- Links of articles lead to https alone. What was kept with http leads to the same address by https.
update news.article set ext_link = regexp_replace(ext_link, '^http://', 'https://')
where ext_link like 'http://%';

alter table news.article drop constraint article_ext_link_check;
alter table news.article add constraint article_ext_link_check check (ext_link ~ '^https://');
