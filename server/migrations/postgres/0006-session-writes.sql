-- The last transaction of a session that changed what figures are made from: the session's next figures wait for it.
ALTER TABLE session ADD COLUMN last_write xid8;

-- The part of the program that did it, where it was no request of a user: a command, the demo, publishing.
ALTER TABLE audit ADD COLUMN program text NOT NULL DEFAULT '';
