//! All native tests as one program, which is linked once and keeps all cores busy to the end.
//!
//! `tidy`, the tests of the sources, is a program of its own.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

mod support;

mod attackers;
mod bad_input;
mod cells;
mod choice;
mod chosen;
mod claims;
mod command_line;
mod compare;
mod corpus;
mod counts;
mod defaults;
mod determinism;
mod disclosure;
mod docs;
mod document;
mod downcoding;
mod editions;
mod ended_suppression;
mod exact;
mod exhibits;
mod extracts;
mod file_shape;
mod finished;
mod finished_conditions;
mod flash;
mod frontier;
mod full_domain;
mod fuzz_seeds;
mod huge_counts;
mod k_map;
mod limits;
mod local_suppression;
mod marketer_risk;
mod mdbook;
mod measures;
mod missing_cells;
mod missing_codes;
mod odd_values;
mod one_k;
mod outputs;
mod privacy;
mod proof;
mod properties;
mod propose;
mod proposed_hierarchies;
mod published;
mod ragged;
mod refusals;
mod removed_records;
mod reports;
mod review_files;
mod roles;
mod samples;
mod searches;
mod sheets;
mod signals;
mod sql;
mod studies;
mod suite;
mod together;
mod treatments;
mod uniqueness;
mod uniques;
mod uniques_command;
mod unnamed_missing;
mod verdict;
mod verification;
mod wildcard_suppression;
mod words;
mod zipped;
