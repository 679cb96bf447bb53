#!/bin/sh
echo tides
